#pragma once
/// Which GPUs take part in a collective.

#include <string>
#include <vector>

#include "sim/platform/cluster/cluster_graph.hpp"

namespace gpuscape {

struct RankFault {
  std::string message = {};  ///< empty: nothing is wrong
  std::string hint = {};
};

struct Ranks {
  std::vector<Endpoint> gpus;             ///< node by node, in the order named
  std::vector<std::uint32_t> node_sizes;  ///< ranks of each node
};

/// "gpu/0/gpu0-7", "gpu/0-3", "gpu": GPUs by their names, at least so many, into `ranks`;
/// the first fault.
[[nodiscard]] RankFault find_ranks(const ClusterGraph& graph, const std::vector<std::string>& among,
                                   std::size_t least, Ranks& ranks);
/// So many of them from the first one on.
[[nodiscard]] Ranks first_of(const Ranks& all, std::int64_t count);

}  // namespace gpuscape
