#pragma once
/// Nodes that are some jobs' by the clock, in a run.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "sim/run/record/hours_result.hpp"
#include "sim/scheduling/node_hours.hpp"

namespace gpuscape {

struct HoursOfRun {
  HoursOfRun(const std::vector<HoursSpec>& specs, const PolicyContext& context,
             std::int32_t starts_on)
      : nodes(specs.empty() ? nullptr : std::make_unique<NodeHours>(specs, context, starts_on)) {
    for (const HoursSpec& spec : specs)
      results.push_back({.name = spec.name, .others = spec.others});
  }

  std::unique_ptr<NodeHours> nodes;  ///< null: nodes are nobody's by the clock
  std::vector<HoursResult> results;
  std::vector<std::size_t> begun;  ///< at this date
  Seconds planned{-1.0};           ///< the date of an event; below 0: none
  Seconds matter{0.0};             ///< something ran, or was to come, at that date
};

}  // namespace gpuscape
