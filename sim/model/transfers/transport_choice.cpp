#include "sim/model/transfers/transport_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace gpuscape {

TransportChooser::TransportChooser(const ClusterGraph& graph, const TransportSet& transports,
                                   std::vector<const NamedTransport*> of_network,
                                   std::vector<std::string> speaks)
    : graph_(graph),
      transports_(transports),
      of_network_(std::move(of_network)),
      speaks_(std::move(speaks)) {}

std::variant<TransferWay, WayFault> TransportChooser::way(Endpoint from, Endpoint to,
                                                          const NamedTransport* named) const {
  const Ends ends{from, to};
  if (auto fault = fault_of(ends)) return *fault;
  if (named != nullptr && named->transport->traits().scope == TransportScope::links_alone)
    return alone(ends, named);
  return from.node == to.node ? by_copy(ends, named) : between_nodes(ends, named);
}

std::optional<WayFault> TransportChooser::fault_of(Ends ends) const {
  if (ends.from.is_device_of(ends.to))
    return WayFault{fmt::format("{} is both ends", graph_.name(ends.from)),
                    "bytes travel between two devices"};
  for (const Endpoint end : {ends.from, ends.to}) {
    const DeviceKind kind = graph_.device(end).kind;
    if (kind != DeviceKind::gpu && kind != DeviceKind::memory)
      return WayFault{fmt::format("{} cannot be an end of a transfer", graph_.name(end)),
                      "transfers are between GPUs and host memories, \"gpu/0/gpu0\" or \"gpu/0\""};
    if (end.adapter && ends.from.node == ends.to.node)
      return WayFault{
          fmt::format("{} names an adapter, and both ends are in one node", graph_.name(end)),
          "nothing leaves the node: write the ends without \"@\""};
  }
  return std::nullopt;
}

bool TransportChooser::is_gpu(Endpoint end) const {
  return graph_.device(end).kind == DeviceKind::gpu;
}

const NamedTransport* TransportChooser::default_of(TransportScope scope) const {
  for (const auto& transport : transports_.all()) {
    const TransportTraits& traits = transport->transport->traits();
    if (traits.scope == scope && traits.default_choice) return transport.get();
  }
  return nullptr;
}

/// Of a node's sockets, which are alike.
std::string_view TransportChooser::processor_of(Endpoint end) const {
  const std::vector<Device>& devices = graph_.graph_of(end.node)->devices();
  const auto cpu = std::ranges::find(devices, DeviceKind::cpu, &Device::kind);
  return cpu == devices.end() ? std::string_view() : std::string_view(cpu->model);
}

TransferLeg TransportChooser::leg(const NamedTransport* transport, Ends ends,
                                  const ClusterRoute& route) const {
  TransferLeg leg;
  leg.transport = transport;
  leg.links = route.links;
  leg.crossing.path = route.path;
  leg.crossing.links_latency = route.latency;
  leg.crossing.from_gpu = is_gpu(ends.from);
  leg.crossing.processor = processor_of(ends.from);
  const bool fabric = crosses_fabric(route);
  for (const ClusterLink link : route.links) {
    BytesPerSecond& least =
        fabric || graph_.node_link_kind(link) ? leg.crossing.narrowest : leg.crossing.wire;
    least = std::min(least, graph_.capacity(link));
    const NodeLink* inner = graph_.node_link(link);
    if (inner != nullptr && inner->kind == NodeLinkKind::pcie && inner->lanes > 0)
      leg.crossing.lane =
          std::min(leg.crossing.lane, inner->capacity / static_cast<double>(inner->lanes));
  }
  if (fabric) {
    leg.crossing.fabric_latency = fabric_latency(route);
  } else if (const auto crossed = crossed_by(route)) {
    leg.crossing.links_latency = counted_latency(route, crossed->network);
    const Seconds slowest = std::max(graph_.device(crossed->from_nic).verbs_latency,
                                     graph_.device(crossed->to_nic).verbs_latency);
    if (slowest > Seconds(0.0)) leg.crossing.adapter_latency = slowest;
    return leg;
  }
  for (const Endpoint end : {ends.from, ends.to}) {
    const BytesPerSecond rate = graph_.device(end).copy_rate;
    if (rate > BytesPerSecond(0.0))
      leg.crossing.copy_rate = std::min(leg.crossing.copy_rate.value_or(rate), rate);
  }
  return leg;
}

/// An adapter's latency holds one PCIe link and the host memory at each end, and one switch between
/// the two: what is longer counts.
Seconds TransportChooser::counted_latency(const ClusterRoute& route, std::size_t crossed) const {
  Seconds latency(0.0);
  std::size_t network_links = 0;
  bool first_pcie = true;
  for (const ClusterLink link : route.links) {
    const NodeLink* inside = graph_.node_link(link);
    if (inside == nullptr) {
      ++network_links;
      first_pcie = true;  // the receiver's come next
      continue;
    }
    if (inside->kind == NodeLinkKind::memory) continue;
    if (inside->kind == NodeLinkKind::pcie && std::exchange(first_pcie, false)) continue;
    latency += inside->latency;
  }
  const Network& network = *graph_.networks()[crossed].network;
  const std::size_t hops = network.hops(network_links);
  if (hops > 1) latency += network.hop_latency() * static_cast<double>(hops - 1);
  return latency;
}

/// Of the fabric's switches: what a copy within a node does not meet.
Seconds TransportChooser::fabric_latency(const ClusterRoute& route) const {
  if (!route.network || !route.from_nic) return Seconds(0.0);
  const Network& network = *graph_.networks()[*route.network].network;
  const auto links = static_cast<std::size_t>(std::ranges::count_if(
      route.links, [&](ClusterLink link) { return graph_.node_link(link) == nullptr; }));
  return network.latency(links, route.from_nic->node);
}

bool TransportChooser::crosses_fabric(const ClusterRoute& route) const {
  return route.network && graph_.networks()[*route.network].role == kComposedRole;
}

std::optional<TransportChooser::Crossed> TransportChooser::crossed_by(const ClusterRoute& route) {
  if (!route.network || !route.from_nic || !route.to_nic) return std::nullopt;
  return Crossed{*route.from_nic, *route.to_nic, *route.network};
}

WayFault TransportChooser::not_joined(Ends ends) const {
  const bool named = ends.from.adapter || ends.to.adapter;
  return {fmt::format("no network joins {} and {}", graph_.name(ends.from), graph_.name(ends.to)),
          named ? "a network joins the adapters of one role; without \"@\" the adapter is chosen"
                : "a network joins the adapters of one role"};
}

std::optional<Endpoint> TransportChooser::memory_beside(Endpoint end) const {
  if (!is_gpu(end)) return end;
  const auto memory = graph_.graph_of(end.node)->nearest(end.device, DeviceKind::memory);
  if (!memory) return std::nullopt;
  return Endpoint{end.node, *memory, end.adapter};
}

std::optional<TransferLeg> TransportChooser::copy_leg(Ends ends) const {
  const NamedTransport* copy = default_of(TransportScope::host_copy);
  if (copy == nullptr) return std::nullopt;
  return leg(copy, ends, copy_route(ends, false));
}

TransportChooser::Result TransportChooser::alone(Ends ends, const NamedTransport* named) const {
  const auto route = graph_.route(ends.from, ends.to);
  if (!route) return not_joined(ends);
  TransferLeg only = leg(named, ends, *route);
  return TransferWay{{std::move(only)}, Bytes(0.0), route->path, named->id};
}

TransportChooser::Result TransportChooser::by_copy(Ends ends, const NamedTransport* named) const {
  const int gpus = static_cast<int>(is_gpu(ends.from)) + static_cast<int>(is_gpu(ends.to));
  if (gpus == 0)
    return WayFault{"both ends are host memory of one node: no link of ours is between them",
                    "a transfer within a node begins or ends at a GPU"};
  if (named != nullptr) {
    const TransportScope scope = named->transport->traits().scope;
    const bool fits =
        gpus == 1 ? scope == TransportScope::host_copy
                  : scope == TransportScope::peer_copy || scope == TransportScope::staged_copy;
    if (!fits)
      return WayFault{fmt::format("\"{}\" is {}, and {} and {} are not", named->id,
                                  scope_text(scope), graph_.name(ends.from), graph_.name(ends.to)),
                      ends.from.node == ends.to.node
                          ? "without \"transport\" it is chosen by what the ends are"
                          : "over a PCIe fabric bytes are copied as within a node, without "
                            "messages; without \"transport\" the copy is chosen"};
  }
  return gpus == 1 ? host_copy(ends, named) : peer_copy(ends, named);
}

TransportChooser::Result TransportChooser::host_copy(Ends ends, const NamedTransport* named) const {
  const NamedTransport* copy = named == nullptr ? default_of(TransportScope::host_copy) : named;
  if (copy == nullptr) return WayFault{"the catalogue has no default copy to and from GPUs", ""};
  const ClusterRoute route = copy_route(ends, false);
  const TransportTraits& traits = copy->transport->traits();
  TransferWay way{{leg(copy, ends, route)}, traits.chunk, route.path, copy->id};
  if (!traits.pinning) return way;
  TransferLeg pinning;
  pinning.transport = copy;
  pinning.core = traits.pinning;
  const ClusterRoute back = copy_route({ends.to, ends.from}, false);
  for (const auto& both : {route, back})
    for (const ClusterLink link : both.links)
      if (graph_.node_link_kind(link) == NodeLinkKind::memory) pinning.links.push_back(link);
  way.legs.insert(is_gpu(ends.from) ? way.legs.end() : way.legs.begin(), std::move(pinning));
  return way;
}

PathClass TransportChooser::peer_path(Ends ends, bool by_nvlink) const {
  if (ends.from.node == ends.to.node)
    return graph_.graph_of(ends.from.node)->path_class(ends.from.device, ends.to.device, by_nvlink);
  const auto crossed = crossed_by(copy_route(ends, false));
  return std::max(PathClass::pxb, crossed ? path_to_adapters(ends, *crossed) : PathClass::pxb);
}

const NamedTransport* TransportChooser::default_peer(Ends ends) const {
  const bool nvlink = peer_path(ends, true) == PathClass::nvlink;
  const PathClass path = peer_path(ends, false);
  for (const auto& transport : transports_.all()) {
    const TransportTraits& traits = transport->transport->traits();
    if (traits.scope != TransportScope::peer_copy || !traits.default_choice) continue;
    if (traits.over_nvlink == nvlink && (nvlink || path <= traits.farthest)) return transport.get();
  }
  return default_of(TransportScope::staged_copy);
}

TransportChooser::Result TransportChooser::peer_copy(Ends ends, const NamedTransport* named) const {
  const NamedTransport* peer = named == nullptr ? default_peer(ends) : named;
  if (peer == nullptr) return WayFault{"the catalogue has no default copy between GPUs", ""};
  const TransportTraits& traits = peer->transport->traits();
  if (traits.scope == TransportScope::staged_copy) return staged_copy(ends, peer);
  const PathClass path = peer_path(ends, traits.over_nvlink);
  if (path < traits.nearest || path > traits.farthest)
    return WayFault{
        fmt::format("\"{}\" does not reach from {} to {}: they are {} to each other", peer->id,
                    graph_.name(ends.from), graph_.name(ends.to), path_class_name(path)),
        "without \"transport\" it is chosen from the path between them"};
  ClusterRoute route = copy_route(ends, traits.over_nvlink);
  const PathClass whole = crosses_fabric(route) ? route.path : path;
  route.path = path;
  return TransferWay{{leg(peer, ends, route)}, Bytes(0.0), whole, peer->id};
}

TransportChooser::Result TransportChooser::staged_copy(Ends ends,
                                                       const NamedTransport* staged) const {
  auto memory = memory_beside(ends.from);
  if (!memory) memory = memory_beside(ends.to);  // of the host, where a box is the sender
  if (!memory)
    return WayFault{fmt::format("{} has no host memory to go through", graph_.name(ends.from)), ""};
  auto in = copy_leg({ends.from, *memory});
  auto out = copy_leg({*memory, ends.to});
  if (!in || !out) return WayFault{"the catalogue has no default copy to and from GPUs", ""};
  const PathClass path =
      ends.from.node == ends.to.node ? peer_path(ends, false) : PathClass::composed;
  return TransferWay{
      {std::move(*in), std::move(*out)}, staged->transport->traits().chunk, path, staged->id};
}

}  // namespace gpuscape
