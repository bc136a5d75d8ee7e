#pragma once
/// Every device sends to another one, each receiving from one.

#include <string>
#include <utility>
#include <vector>

#include "sim/platform/cluster/cluster_graph.hpp"
#include "sim/scenario/spec.hpp"

namespace gpuscape {

struct Permutation {
  std::vector<std::pair<Endpoint, Endpoint>> pairs;  ///< by sender
  std::string fault;                                 ///< why there is none
};

/// Over all GPUs of the cluster, or the first host memory of all nodes, in their order; no device
/// sends to itself. Those drawn depend on the seed alone.
Permutation permute(const ClusterGraph& graph, const PermutationSpec& spec, std::uint64_t seed);

}  // namespace gpuscape
