#pragma once
/// From the cluster of a checked scenario to what it is made of.

#include <vector>

#include "sim/model/registry.hpp"
#include "sim/platform/cluster_graph.hpp"
#include "sim/scenario/spec.hpp"

namespace gpuscape {

/// The nodes, with the ports that networks add to them.
[[nodiscard]] Platform build_platform(const ClusterSpec& cluster, const Registry& registry);

/// All networks, in the scenario's order.
[[nodiscard]] std::vector<NamedNetwork> build_networks(const ClusterSpec& cluster,
                                                       const Registry& registry,
                                                       const Platform& platform);

}  // namespace gpuscape
