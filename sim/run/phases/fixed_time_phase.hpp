#pragma once
/// The job computes by itself: its run time passes at the pace of the clock.

#include <cstdint>
#include <optional>

#include "sim/run/phases/phase.hpp"

namespace gpuscape {

class FixedTimePhase final : public Phase {
 public:
  [[nodiscard]] bool applies(const PhaseContext& /*context*/) const override { return true; }
  [[nodiscard]] bool works_off_run_time() const override { return true; }
  std::optional<Seconds> begin(const PhaseContext& context) override { return context.run_time; }
  Seconds stop(std::uint32_t /*slot*/, Seconds elapsed) override { return elapsed; }
};

}  // namespace gpuscape
