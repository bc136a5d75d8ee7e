#include "sim/sharing/mig_speed.hpp"

#include <algorithm>

#include "sim/base/error.hpp"

namespace gpuscape {

Ratio mig_throughput_share(std::uint32_t slices, std::uint32_t of) {
  constexpr double kCarved = 0.928;
  ensure(slices >= 1 && slices <= of, "an instance has slices, and no more than its GPU");
  return Ratio(kCarved * slices / of);
}

Seconds MigLatency::at(std::uint32_t slices) const {
  ensure(slices >= 1, "an instance has slices");
  return fixed + work / slices;
}

MigLatency MigLatency::through(std::uint32_t few, Seconds latency_of_few, std::uint32_t many,
                               Seconds latency_of_many) {
  ensure(few >= 1 && few < many, "two instances of different sizes");
  ensure(latency_of_few > Seconds(0.0) && latency_of_many > Seconds(0.0), "a latency is above 0");
  const double difference = 1.0 / few - 1.0 / many;
  const Seconds slope = (latency_of_few - latency_of_many) / difference;
  const Seconds work = std::clamp(slope, Seconds(0.0), latency_of_many * many);
  return {.fixed = latency_of_many - work / many, .work = work};
}

}  // namespace gpuscape
