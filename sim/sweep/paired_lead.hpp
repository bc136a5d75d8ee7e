#pragma once
/// By how much the design that was found leads the next one, over the same jobs and random numbers.

#include <optional>
#include <stop_token>

#include "sim/sweep/find_best.hpp"

namespace gpuscape {

/// Whether the intervals of what decides overlap, so that they alone do not tell the two apart.
[[nodiscard]] bool intervals_overlap(const Ranking& ranking, const RunRecord& a,
                                     const RunRecord& b);

/// Of each answer whose interval overlaps the runner-up's, both are run again side by side, and the
/// interval of their difference (runner-up − best) goes to `lead`. A stop leaves it out.
void pair_runner_ups(const DesignSpace& space, const ScenarioSource& source,
                     const Registry& registry, std::vector<FoundDesign>& found, unsigned threads,
                     const std::stop_token& stop);

}  // namespace gpuscape
