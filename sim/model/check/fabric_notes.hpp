#pragma once
/// What of a design's links and switches is less than its parts could do, or more than they need.

#include <string>
#include <vector>

#include "sim/platform/cluster/cluster.hpp"
#include "sim/scenario/spec.hpp"

namespace gpuscape {

/// Phrases for the report, nodes first, then networks, in the order of the scenario.
[[nodiscard]] std::vector<std::string> fabric_notes(const ScenarioSpec& spec,
                                                    const Cluster& cluster);

}  // namespace gpuscape
