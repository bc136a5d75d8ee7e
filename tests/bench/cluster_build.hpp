#pragma once
/// 100 000 GPUs with what is inside their nodes: 12 500 of the catalogue's DGX H100 on a fabric of
/// 144-port switches.

#include <memory>

#include "sim/model/registry.hpp"
#include "sim/platform/cluster_graph.hpp"
#include "sim/scenario/spec.hpp"

namespace gpuscape::bench {

/// The scenario, read and checked; the network is "rail-optimised" or "fat-tree".
ClusterSpec read_gpu_cluster(const Registry& registry, const char* network);

struct GpuCluster {
  std::unique_ptr<const Platform> platform;
  std::unique_ptr<const ClusterGraph> graph;
};
/// Builds it, and finds the ways between a thousand pairs of GPUs.
GpuCluster build_gpu_cluster(const ClusterSpec& spec, const Registry& registry);

}  // namespace gpuscape::bench
