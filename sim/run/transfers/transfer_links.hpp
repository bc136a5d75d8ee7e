#pragma once
/// The links that transfers use, numbered without gaps, whatever the size of the cluster.

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "sim/engine/transfer_network.hpp"
#include "sim/model/transfers/transfer_plan.hpp"

namespace gpuscape {

/// Routes as indices into a list of links.
using IndexedRoutes = std::vector<std::vector<std::uint32_t>>;

struct TransferLinks {
  std::vector<ClusterLink> links;               ///< rising
  std::shared_ptr<const IndexedRoutes> routes;  ///< of the plan
  /// Route i leads from node 2i to node 2i + 1; capacities are payload.
  NetworkMap map;
};

[[nodiscard]] TransferLinks links_of(const TransferPlan& plan, const ClusterGraph& graph);

/// The map's way of finding routes among those.
[[nodiscard]] std::function<void(std::uint32_t, std::uint32_t, std::vector<std::uint32_t>&)>
find_in(std::shared_ptr<const IndexedRoutes> routes);

}  // namespace gpuscape
