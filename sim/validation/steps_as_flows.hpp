#pragma once
/// Jobs that compute and send over and over, each byte as a flow.

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "sim/engine/fluid_system.hpp"
#include "sim/engine/mean_presence.hpp"
#include "sim/run/pace/traffic_shape.hpp"

namespace gpuscape {

/// A step computes for what the exchange does not hide behind; then its flows start together, and
/// the rest of computing beside them; it is over when all of them are.
class StepsAsFlows {
 public:
  /// Links by their number.
  explicit StepsAsFlows(std::span<const BytesPerSecond> capacities);

  /// `offset`: how long after date 0 its first step begins.
  void add(const MeanPresence::Step& step, std::span<const TrafficFlow> flows, Seconds offset);
  /// Runs until each job has made `warm_up` steps and `steps` more, or `most` activities are over;
  /// false where `stop` came first.
  bool run(std::int64_t warm_up, std::int64_t steps, std::int64_t most,
           const std::stop_token& stop);
  /// The mean of the steps after the warm-up; nothing where there are fewer than `least` of them.
  [[nodiscard]] std::optional<Seconds> mean_step(std::size_t job, std::int64_t least) const;

 private:
  struct Stepper {
    MeanPresence::Step step;
    std::vector<TrafficFlow> flows;
    bool exchanges = false;
    std::uint32_t pending = 0;  // activities of the part that goes on
    std::int64_t done = 0;      // steps
    Seconds first{0.0};         // end of the last step of the warm-up
    Seconds last{0.0};
  };
  void begin(std::uint32_t job, Seconds now);
  void exchange(std::uint32_t job, Seconds now);
  void part_over(std::uint32_t job, Seconds now);
  void wait(std::uint32_t job, Seconds now, Seconds length);

  FluidSystem fluid_;
  std::vector<Stepper> jobs_;
  std::vector<Use> uses_;  // scratch
  std::int64_t warm_up_ = 0;
  std::int64_t wanted_ = 0;
  std::int64_t unfinished_ = 0;
};

}  // namespace gpuscape
