#pragma once
/// What policies with quotas read alike of a scenario: what names a job's queue, and the classes of
/// jobs.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/fields/object_reader.hpp"

namespace gpuscape::quota {

/// What a job's queue goes by.
enum class QueueOf : std::uint8_t { account, partition, user, qos, stream };

struct PriorityClass {
  std::string name;
  std::int64_t value = 50;
  bool preemptible = true;
};

/// What to say of classes, and from which value on they cannot be preempted by themselves.
struct ClassTexts {
  std::string_view doc;
  std::string_view preemptible;
  std::int64_t never_stopped_from;
};

QueueOf read_queue_of(ObjectReader& reader);
std::vector<PriorityClass> read_priorities(ObjectReader& reader, const ClassTexts& texts);

/// Counted amounts are in thousandths.
std::int64_t in_milli(double amount);
/// What jobs keep when they are stopped: true where they begin anew.
bool read_begins_anew(ObjectReader& reader);
Seconds read_grace(ObjectReader& reader);
Seconds read_cycle(ObjectReader& reader);

}  // namespace gpuscape::quota
