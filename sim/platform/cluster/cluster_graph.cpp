#include "sim/platform/cluster/cluster_graph.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <ranges>

#include "sim/base/error.hpp"
#include "sim/base/excerpt.hpp"

namespace gpuscape {

namespace {

std::uint32_t links_in(const NodeGroup& group) {
  return group.graph ? static_cast<std::uint32_t>(group.graph->links().size()) : 0;
}

std::optional<std::uint32_t> number_in(std::string_view text) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

bool is_switch(DeviceKind kind) {
  return kind == DeviceKind::pcie_switch || kind == DeviceKind::nvswitch ||
         kind == DeviceKind::host_bridge;
}

/// How many devices of its kind come before it in its node.
std::uint32_t number_among_its_like(const NodeGraph& graph, DeviceIndex device) {
  std::uint32_t number = 0;
  for (DeviceIndex i = 0; i < device; ++i)
    if (graph.devices()[i].kind == graph.devices()[device].kind) ++number;
  return number;
}

}  // namespace

ClusterGraph::ClusterGraph(const Platform& platform, std::vector<NamedNetwork> networks)
    : platform_(&platform), networks_(std::move(networks)) {
  std::uint64_t links = 0;
  for (const NodeGroup& group : platform.groups()) {
    first_of_group_.push_back(static_cast<ClusterLink>(links));
    links += std::uint64_t{links_in(group)} * (group.pool ? 1 : group.count);
  }
  for (const NamedNetwork& named : networks_) {
    first_of_network_.push_back(static_cast<ClusterLink>(links));
    links += named.network->link_count();
  }
  ensure(links < std::numeric_limits<std::uint32_t>::max(),
         "the links of a cluster can be numbered in 32 bits");
  link_count_ = static_cast<ClusterLink>(links);
}

std::size_t ClusterGraph::group_of(std::uint32_t node) const { return platform_->group_of(node); }

const NodeGraph* ClusterGraph::graph_of(std::uint32_t node) const {
  return platform_->groups()[group_of(node)].graph.get();
}

const Device& ClusterGraph::device(Endpoint end) const {
  const NodeGraph* graph = graph_of(end.node);
  if (graph == nullptr) throw InternalError("an endpoint is a device of a node with a graph");
  return graph->devices()[end.device];
}

std::optional<Endpoint> ClusterGraph::find(std::string_view name, std::string& fault) const {
  const std::size_t at = name.rfind('@');
  std::optional<Endpoint> end = find_device(name.substr(0, at), fault);
  if (!end || at == std::string_view::npos) return end;
  const std::string_view adapter = name.substr(at + 1);
  const NodeGraph& graph = *graph_of(end->node);
  end->adapter = graph.find(adapter);
  if (end->adapter && graph.devices()[*end->adapter].kind == DeviceKind::nic) return end;
  std::vector<std::string> adapters;
  for (const DeviceIndex nic : graph.of_kind(DeviceKind::nic))
    adapters.push_back(graph.devices()[nic].name);
  fault = fmt::format("\"{}\" is not an adapter of that node, which has {}", excerpt(adapter),
                      adapters.empty() ? "none" : fmt::format("{}", fmt::join(adapters, ", ")));
  return std::nullopt;
}

std::optional<Endpoint> ClusterGraph::find_device(std::string_view name, std::string& fault) const {
  const std::size_t slash = name.find('/');
  const std::string_view group_name = name.substr(0, slash);
  const auto& groups = platform_->groups();
  const auto found = std::ranges::find(groups, group_name, &NodeGroup::name);
  if (found == groups.end()) {
    fault = fmt::format("unknown node group \"{}\"", group_name);
    return std::nullopt;
  }
  const auto group = static_cast<std::size_t>(found - groups.begin());
  std::string_view rest = slash == std::string_view::npos ? "" : name.substr(slash + 1);
  std::uint32_t node = 0;
  const std::string_view head = rest.substr(0, rest.find('/'));
  if (const auto number = number_in(head)) {
    node = *number;
    rest = head.size() == rest.size() ? "" : rest.substr(head.size() + 1);
  } else if (found->count > 1) {
    fault = fmt::format("\"{}\" has {} nodes: say which, as in \"{}/0{}{}\"", group_name,
                        found->count, group_name, rest.empty() ? "" : "/", rest);
    return std::nullopt;
  }
  if (node >= found->count) {
    fault = fmt::format("\"{}\" has the nodes 0 to {}", group_name, found->count - 1);
    return std::nullopt;
  }
  if (!found->graph) {
    fault = fmt::format("the devices inside the nodes of \"{}\" are not known", group_name);
    return std::nullopt;
  }
  const auto device = rest.empty() ? std::optional<DeviceIndex>{} : found->graph->find(rest);
  if (device && is_switch(found->graph->devices()[*device].kind)) {
    fault = fmt::format("\"{}\" is a switch: nothing begins or ends there", rest);
    return std::nullopt;
  }
  if (device) return Endpoint{platform_->first_node(group) + node, *device};
  const std::vector<DeviceIndex> memory = found->graph->of_kind(DeviceKind::memory);
  if (rest.empty() && !memory.empty())
    return Endpoint{platform_->first_node(group) + node, memory.front()};
  fault = rest.empty() ? fmt::format("the nodes of \"{}\" have no host memory", group_name)
                       : fmt::format("the nodes of \"{}\" have no device \"{}\"", group_name, rest);
  return std::nullopt;
}

std::string ClusterGraph::name(Endpoint end) const {
  std::string text = fmt::format("{}/{}", platform_->node_name(end.node), device(end).name);
  if (end.adapter) text += "@" + graph_of(end.node)->devices()[*end.adapter].name;
  return text;
}

ClusterLink ClusterGraph::first_link(std::uint32_t node) const {
  const std::size_t group = group_of(node);
  return first_of_group_[group] +
         (node - platform_->first_node(group)) * links_in(platform_->groups()[group]);
}

void ClusterGraph::append(Endpoint from, DeviceIndex to, bool by_nvlink,
                          ClusterRoute& route) const {
  const NodeGraph& graph = *graph_of(from.node);
  const ClusterLink first = first_link(from.node);
  const std::size_t begin = route.links.size();
  graph.route(from.device, to, route.links, by_nvlink);
  for (std::size_t i = begin; i < route.links.size(); ++i) {
    route.latency += graph.links()[route.links[i]].latency;
    route.links[i] += first;
  }
}

std::vector<std::uint32_t> ClusterGraph::rails_of(std::uint32_t node, std::size_t network) const {
  const NodeGroup& group = platform_->groups()[group_of(node)];
  std::vector<std::uint32_t> ports;
  for (std::uint32_t i = 0; i < group.ports.size(); ++i)
    if (serves(group.ports[i], networks_[network].role)) ports.push_back(i);
  return ports;
}

bool ClusterGraph::reaches(Endpoint end, std::size_t network) const {
  const NodeGroup& group = platform_->groups()[group_of(end.node)];
  return std::ranges::any_of(rails_of(end.node, network), [&](std::uint32_t port) {
    return !end.adapter || group.ports[port].nic == *end.adapter;
  });
}

std::optional<Port> ClusterGraph::port_of(Endpoint end, std::size_t network) const {
  const std::vector<std::uint32_t> nearest = near_adapters(end, network).rails;
  if (nearest.empty()) return std::nullopt;
  const std::uint32_t number = number_among_its_like(*graph_of(end.node), end.device);
  const bool own = std::ranges::find(nearest, number) != nearest.end();
  return Port{end.node, own ? number : nearest[number % nearest.size()]};
}

Endpoint ClusterGraph::nic_of(Port port, std::size_t network) const {
  const NodeGroup& group = platform_->groups()[group_of(port.node)];
  return {port.node, group.ports[rails_of(port.node, network)[port.rail]].nic};
}

bool ClusterGraph::joins(std::size_t network, Endpoint from, Endpoint to) const {
  const auto is_host = [&](Endpoint end) {
    return !graph_of(end.node)->of_kind(DeviceKind::cpu).empty();
  };
  if (networks_[network].role == kComposedRole && is_host(from) && is_host(to)) return false;
  return reaches(from, network) && reaches(to, network);
}

std::optional<std::size_t> ClusterGraph::network_between(Endpoint from, Endpoint to) const {
  for (std::size_t i = 0; i < networks_.size(); ++i)
    if (joins(i, from, to)) return i;
  return std::nullopt;
}

std::optional<ClusterRoute> ClusterGraph::route(Endpoint from, Endpoint to,
                                                const RouteOptions& options) const {
  ClusterRoute route;
  if (from.node == to.node) {
    append(from, to.device, options.by_nvlink, route);
    route.path = graph_of(from.node)->path_class(from.device, to.device);
    return route;
  }
  route.network = options.network ? options.network : network_between(from, to);
  if (!route.network) return std::nullopt;
  const std::optional<Port> out = port_of(from, *route.network);
  const std::optional<Port> in = port_of(to, *route.network);
  if (!out || !in) return std::nullopt;
  route.path =
      networks_[*route.network].role == kComposedRole ? PathClass::composed : PathClass::network;
  route.from_nic = nic_of(*out, *route.network);
  route.to_nic = nic_of(*in, *route.network);
  append(from, route.from_nic->device, false, route);
  const Network& network = *networks_[*route.network].network;
  const std::size_t begin = route.links.size();
  network.route(*out, *in, route.links);
  route.latency += network.latency(route.links.size() - begin, out->node);
  for (std::size_t i = begin; i < route.links.size(); ++i)
    route.links[i] += first_of_network_[*route.network];
  append(*route.to_nic, to.device, false, route);
  return route;
}

ClusterGraph::Place ClusterGraph::place_of(ClusterLink link) const {
  for (std::size_t i = networks_.size(); i-- > 0;)
    if (link >= first_of_network_[i])
      return {.network = i, .link = link - first_of_network_[i], .in_node = false};
  std::size_t group = first_of_group_.size() - 1;
  while (first_of_group_[group] > link) --group;
  const std::uint32_t each = links_in(platform_->groups()[group]);
  if (each == 0) throw InternalError("a link of a node is one of its graph's");
  const ClusterLink within = link - first_of_group_[group];
  return {
      .node = platform_->first_node(group) + within / each, .link = within % each, .in_node = true};
}

BytesPerSecond ClusterGraph::capacity(ClusterLink link) const {
  const Place place = place_of(link);
  return place.in_node ? graph_of(place.node)->links()[place.link].capacity
                       : networks_[place.network].network->capacity(place.link);
}

std::string ClusterGraph::link_name(ClusterLink link) const {
  const Place place = place_of(link);
  if (!place.in_node) return networks_[place.network].network->link_name(place.link, *platform_);
  return fmt::format("{}: {}", platform_->node_name(place.node),
                     graph_of(place.node)->link_name(place.link));
}

const NodeLink* ClusterGraph::node_link(ClusterLink link) const {
  const Place place = place_of(link);
  return place.in_node ? &graph_of(place.node)->links()[place.link] : nullptr;
}

std::optional<NodeLinkKind> ClusterGraph::node_link_kind(ClusterLink link) const {
  const NodeLink* inside = node_link(link);
  return inside == nullptr ? std::nullopt : std::optional(inside->kind);
}

std::optional<ClusterGraph::InnerLink> ClusterGraph::inner_link(ClusterLink link) const {
  const Place place = place_of(link);
  return place.in_node ? std::optional(InnerLink{place.node, place.link}) : std::nullopt;
}

std::optional<Port> ClusterGraph::port_of_link(ClusterLink link) const {
  const Place place = place_of(link);
  if (place.in_node) return std::nullopt;
  const Network& network = *networks_[place.network].network;
  if (!network.is_host_link(place.link)) return std::nullopt;
  return network.ports().port(place.link % network.ports().port_count());
}

}  // namespace gpuscape
