#include "sim/model/transfers/way_matrix.hpp"

#include <algorithm>

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
      if (const auto* fault = std::get_if<WayFault>(&way))
        pair.fault = *fault;
      else
        measure(std::get<TransferWay>(way), graph, pair);
    }
  }
  return matrix;
}

}  // namespace gpuscape
