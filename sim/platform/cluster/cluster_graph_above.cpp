/// Ways between devices and what is plugged into a network above its leaves.

#include "sim/platform/cluster/cluster_graph.hpp"

namespace gpuscape {

std::optional<ClusterRoute> ClusterGraph::route_above(Endpoint device, std::size_t network,
                                                      Network::Way way) const {
  const std::optional<Port> port = port_of(device, network);
  if (!port) return std::nullopt;
  const bool in = way == Network::Way::in;
  const Endpoint nic = nic_of(*port, network);
  const Network& of = *networks_[network].network;
  ClusterRoute route;
  route.network = network;
  route.path = PathClass::network;
  (in ? route.to_nic : route.from_nic) = nic;
  if (!in) append(device, nic.device, false, route);
  const LinkIndex number = of.ports().index(*port);
  std::vector<LinkSpan> above;
  of.way_above(*port, way, above);
  std::vector<LinkIndex> links = {(in ? of.ports().port_count() : 0) + number};
  for (const LinkSpan& span : above) links.push_back(span.first + number % span.count);
  for (const LinkIndex link : links) route.links.push_back(first_of_network_[network] + link);
  route.latency += of.latency(links.size(), device.node);
  if (in) append(nic, device.device, false, route);
  return route;
}

std::vector<DeviceIndex> ClusterGraph::adapters_on(std::uint32_t node, std::size_t network) const {
  std::vector<DeviceIndex> nics;
  const NodeGroup& group = platform_->groups()[group_of(node)];
  for (const std::uint32_t port : rails_of(node, network)) nics.push_back(group.ports[port].nic);
  return nics;
}

}  // namespace gpuscape
