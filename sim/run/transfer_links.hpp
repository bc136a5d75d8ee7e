#pragma once
/// The links that transfers use, numbered without gaps, whatever the size of the cluster.

#include <vector>

#include "sim/engine/transfer_network.hpp"
#include "sim/model/transfer_plan.hpp"

namespace gpuscape {

struct TransferLinks {
  std::vector<ClusterLink> links;                  ///< rising
  std::vector<std::vector<std::uint32_t>> routes;  ///< of the plan, as indices into `links`
  /// Route i leads from node 2i to node 2i + 1; capacities are payload.
  NetworkMap map;
};

/// What the map asks for routes is `links` itself, which must stay where it is.
void use_links(const TransferPlan& plan, const ClusterGraph& graph, TransferLinks& links);

}  // namespace gpuscape
