#include "models/scheduler/queues/read_queues.hpp"

#include <cmath>

namespace gpuscape::quota {

QueueOf read_queue_of(ObjectReader& reader) {
  const std::string by =
      reader.one_of("queue_of", {"account", "partition", "user", "qos", "stream"}, "account",
                    "What of a job names its queue.");
  for (const auto& [name, which] :
       {std::pair("partition", QueueOf::partition), std::pair("user", QueueOf::user),
        std::pair("qos", QueueOf::qos), std::pair("stream", QueueOf::stream)})
    if (by == name) return which;
  return QueueOf::account;
}

std::vector<PriorityClass> read_priorities(ObjectReader& reader, const ClassTexts& texts) {
  std::vector<PriorityClass> classes;
  reader.map("priorities", texts.doc, [&](const std::string& name, ObjectReader& r) {
    PriorityClass& one = classes.emplace_back();
    one.name = name;
    one.value = r.count("value", 50, "Jobs of a higher one come first in their queue.",
                        Bounds{.least = 0, .most = 1e9});
    one.preemptible =
        r.boolean("preemptible", one.value < texts.never_stopped_from, texts.preemptible);
  });
  return classes;
}

std::int64_t in_milli(double amount) {
  constexpr double kMilli = 1000.0;
  return static_cast<std::int64_t>(std::llround(amount * kMilli));
}

bool read_begins_anew(ObjectReader& reader) {
  return reader.one_of("preempted", {"begin-anew", "go-on"}, "begin-anew",
                       "What a stopped job does when it starts again.") == "begin-anew";
}

Seconds read_grace(ObjectReader& reader) {
  return reader.quantity<Seconds>(
      "grace_time", Seconds(0.0),
      "How long jobs go on once they are to make room for others, before they are stopped.");
}

Seconds read_cycle(ObjectReader& reader) {
  return reader.quantity<Seconds>(
      "cycle", Seconds(0.0),
      "Decisions fall at multiples of this time only; 0 s: at every change.");
}

}  // namespace gpuscape::quota
