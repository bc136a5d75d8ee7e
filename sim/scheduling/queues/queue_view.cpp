#include "sim/scheduling/queues/queue_view.hpp"

namespace gpuscape {

namespace {

struct RuleWords {
  std::string_view name;
  std::string_view few;
  std::string_view text;
};

constexpr std::array<RuleWords, kQueueRules> kRules = {{
    {"order", "their turn", "others came first, or nodes had to come back"},
    {"limit", "a limit", "a queue on its path was at its limit"},
    {"not_preemptible", "quota (not preemptible)",
     "it cannot be preempted, and such jobs hold no more than their queue deserves"},
    {"share_reached", "their fair share",
     "its queue, with it, would have been above its fair share, and nobody makes room for that"},
    {"nobody_above", "nobody above its share",
     "no other queue held more than it is sure of, so that nothing could be reclaimed"},
    {"protected_jobs", "protected jobs",
     "queues above their share held jobs that cannot be preempted, or had run too shortly"},
    {"no_room_made", "room on the right nodes",
     "all that may be reclaimed would not have made room on the nodes that it needs"},
    {"delay", "the delay", "it had not waited for the preemption delay"},
    {"grace", "those that leave", "jobs that make room for it were in their grace time"},
    {"not_reclaiming", "GPUs (no reclaim)", "no GPUs were free, and reclaim is off"},
    {"other_part", "nodes of another part",
     "the nodes of its part were taken, and another part had room for it"},
    {"nothing_to_borrow", "quota to borrow",
     "its queue, with it, would have held more than its own quota, and nobody lent that much"},
}};

}  // namespace

std::string_view queue_rule_name(QueueRule rule) {
  return kRules[static_cast<std::size_t>(rule)].name;
}

std::string_view queue_rule_short(QueueRule rule) {
  return kRules[static_cast<std::size_t>(rule)].few;
}

std::string_view queue_rule_text(QueueRule rule) {
  return kRules[static_cast<std::size_t>(rule)].text;
}

}  // namespace gpuscape
