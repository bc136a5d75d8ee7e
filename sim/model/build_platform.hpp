#pragma once
/// From a checked scenario to what its cluster is made of.

#include <vector>

#include "sim/model/registry.hpp"
#include "sim/platform/cluster_graph.hpp"
#include "sim/scenario/spec.hpp"

namespace gpuscape {

/// The nodes, with the ports that networks add to them.
[[nodiscard]] Platform build_platform(const ScenarioSpec& scenario, const Registry& registry);

/// All networks, in the scenario's order.
[[nodiscard]] std::vector<NamedNetwork> build_networks(const ScenarioSpec& scenario,
                                                       const Registry& registry,
                                                       const Platform& platform);

}  // namespace gpuscape
