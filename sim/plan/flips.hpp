#pragma once
/// At which load a design no longer meets its objectives.

#include <optional>
#include <string>
#include <vector>

#include "sim/plan/plan.hpp"

namespace gpuscape {

/// Factors of the rate at which generated streams submit jobs. It rests on more load being no
/// better, between the loads that were run.
struct LoadFlip {
  std::optional<double> meets = {};   ///< the largest that was run and meets
  std::optional<double> misses = {};  ///< the smallest above it that was run and misses
  std::string missed = {};            ///< then
  std::int64_t runs = 0;
  std::string why_not = {};  ///< none could be found; empty: one was
};

/// Halves the gap until it is 2 % wide; looked for up to four times the load.
LoadFlip find_load_flip(const DesignSpace& space, const ScenarioSource& source,
                        const Registry& registry, std::int64_t index, const PlanOptions& options);

}  // namespace gpuscape
