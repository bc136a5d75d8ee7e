#include "sim/model/transfers/way_matrix.hpp"

#include <algorithm>
#include <optional>

namespace gpuscape {

namespace {

constexpr Bytes kSmall{64.0};
constexpr Bytes kLarge{1e9};

/// Legs one after the other; or as one pipeline, as fast as its slowest.
void measure(const TransferWay& way, const ClusterGraph& graph, PairWay& pair) {
  Seconds sum(0.0);
  Seconds longest(0.0);
  for (const TransferLeg& leg : way.legs) {
    const MessageCost cost = cost_of(leg, kLarge);
    const Seconds time = kLarge / rate_alone(leg, cost, graph);
    sum += time;
    longest = std::max(longest, time);
    pair.one_way += cost_of(leg, kSmall).latency;
  }
  const Seconds time = way.chunk > Bytes(0.0) ? longest : sum;
  if (time > Seconds(0.0)) pair.rate = kLarge / time;
  pair.transport = way.transport;
}

bool is_gpu(const ClusterGraph& graph, const Endpoint& end) {
  return graph.graph_of(end.node)->devices()[end.device].kind == DeviceKind::gpu;
}

bool is_copy(const TransferLeg& leg) {
  if (leg.core || leg.transport == nullptr) return false;
  const TransportScope scope = leg.transport->transport->traits().scope;
  return scope == TransportScope::host_copy || scope == TransportScope::peer_copy ||
         scope == TransportScope::staged_copy;
}

/// Of the quickest copy from a GPU to another device of its node: from the call until bytes move,
/// without its links; 0 where there is none.
Seconds start_of_copy(const ClusterGraph& graph, const TransferWays& ways, const Endpoint& gpu) {
  std::optional<Seconds> least;
  for (const DeviceKind kind : {DeviceKind::gpu, DeviceKind::memory}) {
    for (const DeviceIndex device : graph.graph_of(gpu.node)->of_kind(kind)) {
      if (device == gpu.device) continue;
      const auto way = ways.way(gpu, {gpu.node, device}, nullptr);
      const auto* found = std::get_if<TransferWay>(&way);
      if (found == nullptr) continue;
      Seconds start(0.0);
      for (const TransferLeg& leg : found->legs)
        start += cost_of(leg, kSmall).latency - leg.crossing.links_latency;
      least = std::min(least.value_or(start), start);
    }
  }
  return least.value_or(Seconds(0.0));
}

WayClass class_of(const PairWay& pair, const TransferWay& way) {
  const bool fabric = way.path == PathClass::composed;
  if (!pair.same_node && !fabric) return WayClass::remote;
  const bool by_sockets = fabric || way.legs.size() > 1 || way.path == PathClass::phb ||
                          way.path == PathClass::node || way.path == PathClass::sys;
  return by_sockets ? WayClass::over_pcie : WayClass::local;
}

}  // namespace

WayMatrix make_way_matrix(const ScenarioSpec& spec, const ClusterGraph& graph,
                          const Registry& registry, const std::vector<Endpoint>& ends,
                          ReadingContext& context) {
  const TransferWays ways(spec, graph, registry, context);
  WayMatrix matrix;
  for (const Endpoint& from : ends) {
    matrix.names.push_back(graph.name(from));
    std::vector<PairWay>& row = matrix.pairs.emplace_back();
    for (const Endpoint& to : ends) {
      PairWay& pair = row.emplace_back();
      pair.same_node = from.node == to.node;
      if (from.is_device_of(to)) continue;
      const auto way = ways.way(from, to, nullptr);
      if (const auto* fault = std::get_if<WayFault>(&way)) {
        pair.fault = *fault;
        continue;
      }
      const auto& found = std::get<TransferWay>(way);
      measure(found, graph, pair);
      pair.way_class = class_of(pair, found);
      if (std::ranges::any_of(found.legs, is_copy)) continue;
      if (const Endpoint* gpu = is_gpu(graph, from) ? &from : is_gpu(graph, to) ? &to : nullptr)
        pair.start = start_of_copy(graph, ways, *gpu);
      pair.one_way += pair.start;
    }
  }
  return matrix;
}

}  // namespace gpuscape
