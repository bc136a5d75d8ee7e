#pragma once
/// From the cluster of a checked scenario to what it is made of.

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/model/registry.hpp"
#include "sim/platform/cluster_graph.hpp"
#include "sim/scenario/spec.hpp"

namespace gpuscape {

/// The nodes, with the ports that networks add to them.
[[nodiscard]] Platform build_platform(const ClusterSpec& cluster, const Registry& registry);

/// One network, with its paths as that draw has them.
[[nodiscard]] std::unique_ptr<Network> build_network(const NetworkSpec& spec,
                                                     const Registry& registry,
                                                     const Platform& platform, PathDraw draw);

/// All networks, in the scenario's order, with the paths that the run of that seed draws first.
[[nodiscard]] std::vector<NamedNetwork> build_networks(const ClusterSpec& cluster,
                                                       const Registry& registry,
                                                       const Platform& platform,
                                                       std::uint64_t seed);

}  // namespace gpuscape
