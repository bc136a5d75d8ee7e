#pragma once
/// 100 000 GPUs with what is inside their nodes: 12 500 of the catalogue's DGX H100 on a fabric of
/// 144-port switches.

#include <memory>

#include "sim/model/registry.hpp"
#include "sim/platform/cluster/cluster.hpp"
#include "sim/scenario/load/scenario_set.hpp"

namespace gpuscape::bench {

/// The scenario, read; the network is "rail-optimised" or "fat-tree".
DesignSpec read_gpu_cluster(const char* network);

/// Checks and builds it, and finds the ways between a thousand pairs of GPUs.
std::shared_ptr<const Cluster> build_gpu_cluster(DesignSpec design, const Registry& registry);

}  // namespace gpuscape::bench
