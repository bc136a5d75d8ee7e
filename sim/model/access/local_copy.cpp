#include "sim/model/access/local_copy.hpp"

#include <algorithm>
#include <optional>

namespace gpuscape {

LocalCopy local_copy(const ClusterGraph& graph, const TransferWays& ways, Endpoint gpu,
                     bool to_gpu) {
  std::optional<LocalCopy> least;
  for (const DeviceIndex device : graph.graph_of(gpu.node)->of_kind(DeviceKind::memory)) {
    const Endpoint memory{gpu.node, device};
    const auto way = to_gpu ? ways.way(memory, gpu, nullptr) : ways.way(gpu, memory, nullptr);
    const auto* found = std::get_if<TransferWay>(&way);
    if (found == nullptr) continue;
    LocalCopy copy;
    for (const TransferLeg& leg : found->legs) {
      copy.latency += cost_of(leg, kSmallMessage).latency;
      const MessageCost cost = cost_of(leg, kLargeMessage);
      copy.rate = std::min(copy.rate, cost.bound);
      copy.alone = std::min(copy.alone, rate_alone(leg, cost, graph));
    }
    if (!least || copy.latency < least->latency) least = copy;
  }
  return least.value_or(LocalCopy{});
}

double carried(const TransferLeg& leg, const AccessCopies& copies, const ClusterGraph& graph) {
  const bool within = std::ranges::all_of(
      leg.links, [&](ClusterLink link) { return graph.inner_link(link).has_value(); });
  return within ? copies.ratio : 1.0;
}

}  // namespace gpuscape
