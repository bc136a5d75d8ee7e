#include "sim/model/collectives/rank_routes.hpp"

#include <algorithm>

#include "sim/model/transfers/way_footprint.hpp"

namespace gpuscape {

RankRoutes::RankRoutes(const ClusterGraph& graph, const Ranks& ranks, TransferWays& ways,
                       TransferPlan& plan, PeerRules peers)
    : graph_(graph),
      ranks_(ranks),
      ways_(ways),
      plan_(plan),
      peers_(peers),
      neighbours_(ranks.gpus.size()) {
  if (peers_.nvlink) look_within();
  look_across();
}

/// NVLink counts where it leads from each GPU of a node to every other one, directly or by others.
void RankRoutes::look_within() {
  bool connected = true;
  bool switched = true;
  bool several = false;
  std::uint32_t first = 0;
  for (const std::uint32_t size : ranks_.node_sizes) {
    for (std::uint32_t a = first; a < first + size; ++a) {
      for (std::uint32_t b = first; b < first + size; ++b) {
        if (a == b) continue;
        const auto route = graph_.route(ranks_.gpus[a], ranks_.gpus[b]);
        const bool nvlink = route && route->path == PathClass::nvlink;
        switched = switched && nvlink && route->links.size() > 1;
        if (nvlink && route->links.size() == 1)
          neighbours_[a].emplace_back(b, graph_.capacity(route->links.front()));
      }
    }
    several = several || size > 1;
    connected = connected && (size < 2 || is_connected(first, size));
    first += size;
  }
  by_nvswitch_ = several && switched;
  by_nvlink_ = several && (switched || connected);
  if (!by_nvlink_ || by_nvswitch_)
    for (auto& of : neighbours_) of.clear();
}

bool RankRoutes::is_connected(std::uint32_t first, std::uint32_t size) const {
  std::vector<bool> seen(size, false);
  std::vector<std::uint32_t> open{first};
  seen[0] = true;
  std::uint32_t count = 0;
  while (!open.empty()) {
    const std::uint32_t rank = open.back();
    open.pop_back();
    ++count;
    for (const auto& [other, capacity] : neighbours_[rank]) {
      if (seen[other - first]) continue;
      seen[other - first] = true;
      open.push_back(other);
    }
  }
  return count == size;
}

std::optional<std::uint32_t> RankRoutes::lane_of(std::uint32_t from, std::uint32_t to,
                                                 std::optional<std::uint32_t> lane) const {
  if (near_.empty() || near_[from].size() < 2 || node(from) == node(to)) return std::nullopt;
  return lane.value_or(to) % static_cast<std::uint32_t>(near_[from].size());
}

const RankRoute* RankRoutes::route(std::uint32_t from, std::uint32_t to,
                                   std::optional<std::uint32_t> lane) {
  const std::optional<std::uint32_t> by = lane_of(from, to, lane);
  const std::tuple key{from, to, by.value_or(0)};
  const auto known = routes_.find(key);
  if (known != routes_.end()) return &known->second;
  Endpoint out = ranks_.gpus[from];
  Endpoint in = ranks_.gpus[to];
  if (by) out.adapter = near_[from][*by];
  if (by && !near_[to].empty()) in.adapter = near_[to][*by % near_[to].size()];
  RankRoute route;
  if (!add(out, in, route)) return nullptr;
  const RankRoute& added = routes_.emplace(key, route).first->second;
  by_plan_[added.route] = &added;
  return &added;
}

const NamedTransport* RankRoutes::staged() const {
  for (const auto& transport : ways_.transports().all())
    if (transport->transport->traits().scope == TransportScope::staged_copy) return transport.get();
  return nullptr;
}

/// Over NVLink, where that leads there.
bool RankRoutes::add_within(Endpoint from, Endpoint to, RankRoute& route) {
  const auto nvlink = graph_.route(from, to);
  if (!nvlink || nvlink->path != PathClass::nvlink) return false;
  route.kind = RankRoute::Kind::nvlink;
  route.route = ways_.add_route(nvlink->links, 1.0, plan_);
  plan_.footprint.nvlink = true;
  return true;
}

/// Of a way between nodes.
void RankRoutes::add_leg(const TransferLeg& leg, RankRoute& route) {
  constexpr Bytes kSmall{1.0};
  constexpr Bytes kLarge{1e9};
  const MessageCost small = cost_of(leg, kSmall);
  route.latency += small.latency;
  MessageCost cost = cost_of(leg, kLarge);
  if (leg.transport != nullptr) {
    const TransportTraits& traits = leg.transport->transport->traits();
    route.latency += traits.plugin_latency;
    route.in_order = route.in_order && traits.in_order;
    if (traits.scope == TransportScope::network) {
      route.post = std::max(route.post, small.cpu_per_message);
      cost.bound *= static_cast<double>(traits.library_flows);
    }
  }
  if (cost.limit == RateLimit::path || cost.limit == RateLimit::transport ||
      cost.limit == RateLimit::core)
    route.bound = std::min(route.bound, cost.bound);
  route.payload = std::min(route.payload, cost.wire_payload);
}

bool RankRoutes::add(Endpoint from, Endpoint to, RankRoute& route) {
  const bool within = from.node == to.node;
  if (within && peers_.nvlink && add_within(from, to, route)) return true;
  const auto found = ways_.way(from, to, within && !peers_.peer_access ? staged() : nullptr);
  if (const auto* fault = std::get_if<WayFault>(&found)) {
    fault_ = *fault;
    return false;
  }
  const auto& way = std::get<TransferWay>(found);
  route.route = ways_.add_routes(way, plan_);
  if (way.legs.size() > 1) route.route += static_cast<std::uint32_t>(way.legs.size());
  add_way(plan_.footprint, way, graph_);
  route.kind = !within               ? RankRoute::Kind::network
               : way.legs.size() > 1 ? RankRoute::Kind::staged
                                     : RankRoute::Kind::pcie;
  constexpr Bytes kLarge{1e9};
  if (route.kind == RankRoute::Kind::pcie) {
    const MessageCost copied = cost_of(way.legs.front(), kLarge);
    if (copied.limit == RateLimit::path) route.bound = copied.bound;
  }
  if (within) return true;
  for (const TransferLeg& leg : way.legs) add_leg(leg, route);
  return true;
}

}  // namespace gpuscape
