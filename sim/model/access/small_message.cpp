#include "sim/model/access/small_message.hpp"

namespace gpuscape {

std::variant<AccessWay, WayFault> small_message(const ClusterGraph& graph, const TransferWays& ways,
                                                Endpoint client, Endpoint gpu, bool composed) {
  if (composed) {
    const auto route = graph.route(client, gpu);
    return AccessWay{route ? route->latency : Seconds(0.0)};
  }
  const std::vector<DeviceIndex> memories = graph.graph_of(gpu.node)->of_kind(DeviceKind::memory);
  if (memories.empty())
    return WayFault{"the GPU's node has no CPU that takes calls", "a server, or composed PCIe"};
  const auto way = ways.way(client, {gpu.node, memories.front()}, nullptr);
  if (const auto* fault = std::get_if<WayFault>(&way)) return *fault;
  AccessWay found;
  for (const TransferLeg& leg : std::get<TransferWay>(way).legs)
    found.one_way += cost_of(leg, kSmallMessage).latency;
  return found;
}

}  // namespace gpuscape
