#pragma once
/// The cluster of a checked scenario with the inside of its nodes and all of its networks.

#include <memory>
#include <vector>

#include "sim/model/registry.hpp"
#include "sim/platform/cluster_graph.hpp"
#include "sim/scenario/spec.hpp"

namespace gpuscape {

struct BuiltCluster {
  std::unique_ptr<const Platform> platform;
  std::unique_ptr<const ClusterGraph> graph;
};

/// The scenario must have passed `check`; its networks' paths are those that its seed draws first.
BuiltCluster build_cluster(const ScenarioSpec& spec, const Registry& registry);

}  // namespace gpuscape
