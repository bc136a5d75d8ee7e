#include "models/scheduler/quota/settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/base/excerpt.hpp"
#include "sim/base/nearest.hpp"

namespace gpuscape::quota {

namespace {

constexpr double kMebi = 1048576.0;
constexpr Bounds kAmount{.least = -1.0, .most = 1e9};
constexpr Bounds kWeight{.least = 0.0, .most = 1e9};

std::int64_t milli_or_all(double amount) { return amount < 0.0 ? kAll : in_milli(amount); }

void read_counted(ObjectReader& reader, std::size_t resource, std::string_view key,
                  std::string_view doc, QueueSettings& queue) {
  reader.optional_object(key, doc, [&](ObjectReader& r) {
    queue.deserved[resource] = milli_or_all(r.number(
        "deserved", 0.0, "What the queue gets before others get more than they deserve; -1: all.",
        kAmount));
    queue.limit[resource] = milli_or_all(
        r.number("limit", -1.0, "The most that its jobs hold at once; -1: no limit.", kAmount));
    queue.weight[resource] =
        r.number("weight", 1.0, "Share in what nobody deserves, relative to its siblings; 0: none.",
                 kWeight);
  });
}

void read_memory(ObjectReader& reader, QueueSettings& queue) {
  constexpr std::size_t kMemory = 2;
  reader.optional_object("memory", "Memory of nodes.", [&](ObjectReader& r) {
    const auto mib = [](std::optional<Bytes> bytes) {
      return bytes ? static_cast<std::int64_t>(std::floor(bytes->value() / kMebi)) : kAll;
    };
    queue.deserved[kMemory] = mib(r.optional_quantity<Bytes>(
        "deserved", "What the queue gets before others get more than they deserve; none: all."));
    queue.limit[kMemory] =
        mib(r.optional_quantity<Bytes>("limit", "The most that its jobs hold at once."));
    queue.weight[kMemory] =
        r.number("weight", 1.0, "Share in what nobody deserves, relative to its siblings; 0: none.",
                 kWeight);
  });
}

void read_queue(ObjectReader& reader, QueueSettings& queue, std::string& parent) {
  parent =
      reader.text("parent", "", "Queue whose share it divides with its siblings; empty: none.");
  queue.is_default = reader.boolean("default", false, "Takes the jobs whose queue is not listed.");
  queue.priority = reader.count(
      "priority", 100, "Queues of a higher one get what nobody deserves first.", kNotNegative);
  read_counted(reader, 0, "gpus", "GPUs; without it the queue deserves none.", queue);
  read_counted(reader, 1, "cores", "CPU cores; without it they are not counted.", queue);
  read_memory(reader, queue);
  queue.preempt_after = reader.quantity<Seconds>(
      "preempt_min_run_time", Seconds(0.0),
      "How long its jobs run before more important ones of the same queue may stop them.");
  queue.reclaim_after =
      reader.quantity<Seconds>("reclaim_min_run_time", Seconds(0.0),
                               "How long its jobs run before other queues may reclaim theirs.");
}

/// One that reads nothing else of it says what is wrong with the tree.
class TreeCheck {
 public:
  TreeCheck(ObjectReader& reader, std::vector<QueueSettings>& queues,
            const std::vector<std::string>& parents)
      : reader_(reader), queues_(queues), parents_(parents) {}

  void run() {
    for (std::size_t i = 0; i < queues_.size(); ++i) find_parent(i);
    for (std::size_t i = 0; i < queues_.size(); ++i) refuse_loop(i);
    for (const QueueSettings& queue : queues_) refuse_more_than_its_limit(queue);
    refuse_defaults();
  }

 private:
  void find_parent(std::size_t i) {
    if (parents_[i].empty()) return;
    const auto at = std::ranges::find(queues_, parents_[i], &QueueSettings::name);
    if (at != queues_.end()) {
      queues_[i].parent = static_cast<std::size_t>(at - queues_.begin());
      return;
    }
    std::vector<std::string> names;
    for (const QueueSettings& queue : queues_) names.push_back(queue.name);
    reader_.issue("queues",
                  fmt::format("the parent of \"{}\", \"{}\", is not a queue",
                              excerpt(queues_[i].name), excerpt(parents_[i])),
                  nearest_hint(parents_[i], names));
  }

  void refuse_loop(std::size_t i) {
    std::size_t steps = 0;
    for (std::optional<std::size_t> at = queues_[i].parent; at; at = queues_[*at].parent) {
      if (*at != i && ++steps <= queues_.size()) continue;
      if (*at == i)
        reader_.issue("queues",
                      fmt::format("\"{}\" is its own parent, by way of \"{}\"",
                                  excerpt(queues_[i].name), excerpt(parents_[i])),
                      "a tree has a queue without parent at its top");
      queues_[i].parent.reset();
      return;
    }
  }

  void refuse_more_than_its_limit(const QueueSettings& queue) {
    for (std::size_t r = 0; r < kResources; ++r)
      if (queue.deserved[r] != kAll && queue.deserved[r] > queue.limit[r])
        reader_.issue("queues",
                      fmt::format("\"{}\" deserves more {} than its limit allows",
                                  excerpt(queue.name), kResourceNames[r]),
                      "a larger limit, or a smaller deserved share");
  }

  /// Jobs are in queues without others below them.
  void refuse_defaults() {
    std::size_t defaults = 0;
    for (std::size_t i = 0; i < queues_.size(); ++i) {
      if (!queues_[i].is_default) continue;
      const bool has_others = std::ranges::any_of(
          queues_, [i](const QueueSettings& queue) { return queue.parent == i; });
      if (has_others)
        reader_.issue("queues",
                      fmt::format("\"{}\" cannot take jobs: it has queues below it",
                                  excerpt(queues_[i].name)),
                      "\"default\" in one of those");
      if (++defaults == 2)
        reader_.issue("queues", fmt::format("\"{}\" is a second default", excerpt(queues_[i].name)),
                      "one queue takes the jobs whose queue is not listed");
    }
  }

  ObjectReader& reader_;
  std::vector<QueueSettings>& queues_;
  const std::vector<std::string>& parents_;
};

void read_rules(ObjectReader& reader, Settings& settings) {
  settings.blocking = reader.boolean(
      "blocking", false,
      "A job that does not fit holds up those behind it in its queue; else the next one is tried.");
  settings.reclaims = reader.boolean(
      "reclaim", true, "Jobs of queues above their share make room for those of queues below it.");
  settings.preempts = reader.boolean(
      "preempt", true, "Less important jobs make room for more important ones of the same queue.");
  settings.begins_anew = read_begins_anew(reader);
  settings.grace = read_grace(reader);
  settings.stops_after = reader.quantity<Seconds>(
      "preemption_delay", Seconds(0.0),
      "How long a job waits, each time, before others are stopped for it.");
  settings.use_weight = reader.number(
      "use_weight", 0.0,
      "How much past use takes from a queue's part of what nobody deserves; 0: nothing.", kWeight);
  settings.half_life = reader.quantity<Seconds>("half_life", Seconds(7.0 * 86400.0),
                                                "Past use counts half after this time.", kPositive);
  settings.cycle = read_cycle(reader);
}

}  // namespace

Settings read_settings(ObjectReader& reader) {
  Settings settings;
  settings.queue_of = read_queue_of(reader);
  std::vector<std::string> parents;
  reader.map(
      "queues", "Queues by name; jobs are in those without others below them.",
      [&](const std::string& name, ObjectReader& r) {
        QueueSettings& queue = settings.queues.emplace_back();
        queue.name = name;
        read_queue(r, queue, parents.emplace_back());
      },
      true);
  settings.priorities = read_priorities(
      reader,
      {.doc = "Classes of jobs by the name of their QOS; others have 50 and can be preempted.",
       .preemptible = "Others may stop its jobs; false: they hold what their queue deserves only.",
       .never_stopped_from = 100});
  read_rules(reader, settings);
  if (!reader.describing()) TreeCheck(reader, settings.queues, parents).run();
  return settings;
}

}  // namespace gpuscape::quota
