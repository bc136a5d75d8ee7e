#include "models/scheduler/cohorts/settings.hpp"

#include <fmt/format.h>

#include <cmath>

#include "models/scheduler/cohorts/tree_check.hpp"
#include "sim/base/excerpt.hpp"

namespace gpuscape::quota::cohorts {

namespace {

constexpr Bounds kAmount{.least = 0.0, .most = 1e9};
constexpr std::size_t kMemory = 2;
constexpr std::string_view kNominalText =
    "What is its own; what it does not use, others may borrow.";
constexpr std::string_view kBorrowingText =
    "The most that it holds beyond what is its own; without it all that others lend.";
constexpr std::string_view kLendingText =
    "The most of what is its own that others may borrow; without it all of that.";

/// Reads amounts of one node, and notes of what there are quotas.
class AmountReader {
 public:
  AmountReader(NodeSettings& node, std::array<bool, kResources>& counted)
      : node_(node), counted_(counted) {}

  void read(ObjectReader& reader) {
    counted(reader, 0, "GPUs; without it the queue has none of its own.");
    counted(reader, 1, "CPU cores; where no queue and no cohort has them they are not counted.");
    counted_[kMemory] |= reader.optional_object(
        "memory", "Memory of nodes; where no queue and no cohort has it, it is not counted.",
        [&](ObjectReader& r) {
          node_.nominal[kMemory] = mib(r.quantity<Bytes>("nominal", Bytes(0.0), kNominalText));
          if (const auto most = r.optional_quantity<Bytes>("borrowing_limit", kBorrowingText))
            node_.borrowing[kMemory] = mib(*most);
          if (const auto most = r.optional_quantity<Bytes>("lending_limit", kLendingText))
            node_.lending[kMemory] = mib(*most);
        });
  }

 private:
  static std::int64_t mib(Bytes bytes) {
    constexpr double kMebi = 1048576.0;
    return static_cast<std::int64_t>(std::floor(bytes.value() / kMebi));
  }

  void counted(ObjectReader& reader, std::size_t resource, std::string_view doc) {
    counted_[resource] |=
        reader.optional_object(kResourceNames[resource], doc, [&](ObjectReader& r) {
          node_.nominal[resource] = in_milli(r.number("nominal", 0.0, kNominalText, kAmount));
          if (const auto most = r.optional_number("borrowing_limit", kBorrowingText, kAmount))
            node_.borrowing[resource] = in_milli(*most);
          if (const auto most = r.optional_number("lending_limit", kLendingText, kAmount))
            node_.lending[resource] = in_milli(*most);
        });
  }

  NodeSettings& node_;
  std::array<bool, kResources>& counted_;
};

double read_weight(ObjectReader& reader) {
  return reader.number("weight", 1.0,
                       "What fair sharing divides its dominant share by; 0: it borrows last.",
                       Bounds{.least = 0.0, .most = 1e9});
}

void read_preemption(ObjectReader& reader, NodeSettings& queue) {
  reader.defaulted_object(
      "preemption", "Whose running jobs make room for those of this queue.", [&](ObjectReader& r) {
        const std::string within =
            r.one_of("within_queue", {"never", "lower-priority", "lower-or-newer-equal-priority"},
                     "never", "Jobs of this queue that do.");
        if (within == "lower-priority") queue.within = Within::lower_priority;
        if (within == "lower-or-newer-equal-priority")
          queue.within = Within::lower_or_newer_equal_priority;
        const std::string reclaim =
            r.one_of("reclaim_within_cohort", {"never", "lower-priority", "any"}, "never",
                     "Jobs of others that do, as far as those borrow, for what is its own.");
        if (reclaim == "lower-priority") queue.reclaim = ReclaimFrom::lower_priority;
        if (reclaim == "any") queue.reclaim = ReclaimFrom::any;
        r.optional_short_object(
            "borrow_within_cohort", "policy",
            "Jobs of others that do even for what it borrows; fair sharing has no such rule.",
            [&](ObjectReader& borrow) {
              queue.borrows_by_priority =
                  borrow.one_of("policy", {"never", "lower-priority"}, "lower-priority",
                                "Whether there are such jobs.") == "lower-priority";
              queue.most_priority = borrow.optional_count(
                  "max_priority", "Priority up to which there are; without it, up to the job's.",
                  Bounds{.least = 0, .most = 1e9});
            });
      });
}

void read_rules(ObjectReader& reader, Settings& settings) {
  settings.fair = reader.boolean(
      "fair_sharing", false,
      "Order and preemption go by dominant shares; else by who borrows, priority and time.");
  const auto strategies =
      reader.values("preemption_strategies", FieldType::texts,
                    "Fair preemption: less-than-or-equal-to-final-share, less-than-initial-share.");
  if (!strategies.empty()) settings.strategies.clear();
  for (const auto& [value, pointer] : strategies) {
    const std::string& name = value->text();
    if (name == "less-than-or-equal-to-final-share") {
      settings.strategies.push_back(Strategy::final_share);
    } else if (name == "less-than-initial-share") {
      settings.strategies.push_back(Strategy::initial_share);
    } else {
      reader.issue("preemption_strategies", fmt::format("\"{}\" is not a strategy", excerpt(name)),
                   "less-than-or-equal-to-final-share, less-than-initial-share");
    }
  }
  const auto& chosen = settings.strategies;
  if (chosen.size() > 2 || (chosen.size() == 2 && !(chosen[0] == Strategy::final_share &&
                                                    chosen[1] == Strategy::initial_share)))
    reader.issue("preemption_strategies", "two strategies go in one order only",
                 "less-than-or-equal-to-final-share, then less-than-initial-share");
  settings.one_per_cycle = reader.boolean(
      "one_per_cycle", true,
      "One job of each queue is looked at in a cycle; else as many as its queue has.");
  settings.begins_anew = read_begins_anew(reader);
  settings.grace = read_grace(reader);
  settings.cycle = read_cycle(reader);
}

}  // namespace

Settings read_settings(ObjectReader& reader) {
  Settings settings;
  settings.queue_of = read_queue_of(reader);
  std::vector<WrittenNode> written;
  reader.map("cohorts", "Cohorts by name, whose queues and cohorts borrow from each other.",
             [&](const std::string& name, ObjectReader& r) {
               WrittenNode& cohort = written.emplace_back();
               cohort.node.name = name;
               cohort.parent = r.text("parent", "", "Cohort that it is in; empty: none.");
               cohort.node.weight = read_weight(r);
               AmountReader(cohort.node, settings.counted).read(r);
             });
  reader.map(
      "queues", "Queues by name, each with a quota of its own.",
      [&](const std::string& name, ObjectReader& r) {
        WrittenNode& queue = written.emplace_back();
        queue.node.name = name;
        queue.node.is_queue = true;
        queue.parent =
            r.text("cohort", "", "Cohort in which it borrows and lends; empty: it does neither.");
        queue.node.is_default =
            r.boolean("default", false, "Takes the jobs whose queue is not listed.");
        queue.node.weight = read_weight(r);
        AmountReader(queue.node, settings.counted).read(r);
        read_preemption(r, queue.node);
        queue.node.strict =
            r.one_of("queueing", {"best-effort-fifo", "strict-fifo"}, "best-effort-fifo",
                     "Whether a job that may not start holds up those behind it.") == "strict-fifo";
      },
      true);
  settings.priorities =
      read_priorities(reader, {.doc = "Classes of jobs by the name of their QOS; others have 50.",
                               .preemptible = "Others may stop its jobs.",
                               .never_stopped_from = std::numeric_limits<std::int64_t>::max()});
  read_rules(reader, settings);
  settings.nodes = ordered(reader, std::move(written));
  return settings;
}

}  // namespace gpuscape::quota::cohorts
