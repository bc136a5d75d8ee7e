#include "sim/topology/cluster_topology.hpp"

#include <algorithm>
#include <map>

namespace gpuscape {

namespace {

/// Beyond these a map would take minutes; the first nodes show the same classes.
constexpr std::uint32_t kMostNodes = 4096;
constexpr std::size_t kMostFlows = 20'000;

class NetworkMapping {
 public:
  NetworkMapping(const ClusterGraph& graph, std::size_t network)
      : graph_(graph), network_(network), options_{.by_nvlink = true, .network = network} {
    const NamedNetwork& named = graph.networks()[network];
    map_.name = named.name;
    map_.role = named.role;
    map_.parts = named.network->parts();
    map_.routing = named.network->routing();
    map_.nodes = named.network->ports().host_count();
    const Platform& platform = graph.platform();
    for (std::size_t group = 0; group < platform.groups().size(); ++group)
      if (named.network->rails_of(platform.first_node(group)) > 0)
        map_.groups.push_back(platform.groups()[group].name);
    std::size_t mapped = 0;
    for (std::uint32_t node = 0; node < graph.platform().node_count(); ++node) {
      if (graph.graph_of(node) == nullptr || ends_of(node).empty()) continue;
      if (!has_port(node)) continue;
      ++mapped;
      if (nodes_.size() < kMostNodes) nodes_.push_back(node);
    }
    map_.sampled = mapped > nodes_.size();
  }

  NetworkTopologyMap take() {
    if (nodes_.empty()) return std::move(map_);
    map_.injection = injection_of(nodes_.front());
    add_inside();
    count_pairs();
    for (const auto& [links, shift] : shifts()) add_class(links, shift);
    if (nodes_.size() > 1) bisect();
    return std::move(map_);
  }

 private:
  [[nodiscard]] bool has_port(std::uint32_t node) const {
    const auto& ports = graph_.platform().groups()[graph_.group_of(node)].ports;
    return std::ranges::any_of(
        ports, [&](const NodePort& port) { return port.role == map_.role || port.role == "all"; });
  }

  [[nodiscard]] BytesPerSecond injection_of(std::uint32_t node) const {
    BytesPerSecond sum{0.0};
    for (const NodePort& port : graph_.platform().groups()[graph_.group_of(node)].ports)
      if (port.role == map_.role || port.role == "all")
        sum += std::min(port.line, graph_.networks()[network_].network->host_link());
    return sum;
  }

  /// GPUs, or the first socket's memory.
  [[nodiscard]] std::vector<DeviceIndex> ends_of(std::uint32_t node) const {
    const NodeGraph& inside = *graph_.graph_of(node);
    std::vector<DeviceIndex> ends = inside.of_kind(DeviceKind::gpu);
    if (!ends.empty()) return ends;
    const std::vector<DeviceIndex> memories = inside.of_kind(DeviceKind::memory);
    if (!memories.empty()) ends.push_back(memories.front());
    return ends;
  }

  /// No links where nothing leads there.
  [[nodiscard]] ClusterRoute way(Endpoint from, Endpoint to) const {
    return graph_.route(from, to, options_).value_or(ClusterRoute{});
  }

  [[nodiscard]] BytesPerSecond narrowest(const ClusterRoute& route) const {
    BytesPerSecond least = kUnlimited;
    for (const ClusterLink link : route.links) least = std::min(least, graph_.capacity(link));
    return least;
  }

  [[nodiscard]] std::vector<BytesPerSecond> rates_of(const std::vector<SteadyFlow>& flows) const {
    return simultaneous_rates(flows, [&](std::uint32_t link) { return graph_.capacity(link); });
  }

  void add_inside() {
    const std::vector<DeviceIndex> ends = ends_of(nodes_.front());
    if (ends.size() < 2) return;
    std::vector<SteadyFlow> flows;
    flows.reserve(ends.size());
    for (std::size_t i = 0; i < ends.size(); ++i)
      flows.push_back(
          {.links = way({nodes_.front(), ends[i]}, {nodes_.front(), ends[(i + 1) % ends.size()]})
                        .links});
    const ClusterRoute inside = way({nodes_.front(), ends.front()}, {nodes_.front(), ends.back()});
    map_.classes.push_back({.name = "same node",
                            .pairs = nodes_.size(),
                            .path = inside.path,
                            .links = 0,
                            .latency = inside.latency,
                            .alone = narrowest(inside),
                            .all_talk = summarise(rates_of(flows))});
  }

  /// Links of the network between the first ends of two nodes; 0: no way.
  [[nodiscard]] std::size_t links_between(std::uint32_t from, std::uint32_t to) const {
    const ClusterRoute between = way({from, ends_of(from).front()}, {to, ends_of(to).front()});
    return static_cast<std::size_t>(std::ranges::count_if(
        between.links, [&](ClusterLink link) { return !graph_.node_link_kind(link).has_value(); }));
  }

  /// For each number of links the distance between nodes at which most of them are that far apart.
  [[nodiscard]] std::map<std::size_t, std::size_t> shifts() const {
    std::map<std::size_t, std::size_t> first;
    const std::size_t count = nodes_.size();
    for (std::size_t shift = 1; shift < count; ++shift)
      if (const std::size_t links = links_between(nodes_.front(), nodes_[shift]); links > 0)
        first.emplace(links, shift);
    return first;
  }

  [[nodiscard]] std::string class_name(std::size_t links) const {
    if (links <= 2) return "same switch";
    if (links <= 4) return "across spines";
    return "across cores";
  }

  /// Of the links and the adapters, whose own holds one switch that the links hold, too.
  [[nodiscard]] Seconds latency_of(const ClusterRoute& route) const {
    Seconds adapters(0.0);
    for (const auto& nic : {route.from_nic, route.to_nic})
      if (nic) adapters = std::max(adapters, graph_.device(*nic).verbs_latency);
    if (route.network) adapters -= graph_.networks()[*route.network].network->hop_latency();
    return route.latency + std::max(adapters, Seconds(0.0));
  }

  void add_class(std::size_t links, std::size_t shift) {
    HopClass found;
    found.name = class_name(links);
    found.links = links;
    const ClusterRoute between = way({nodes_.front(), ends_of(nodes_.front()).front()},
                                     {nodes_[shift], ends_of(nodes_[shift]).front()});
    found.latency = latency_of(between);
    found.alone = narrowest(between);
    std::vector<SteadyFlow> flows;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      const std::uint32_t to = nodes_[(i + shift) % nodes_.size()];
      if (links_between(nodes_[i], to) == links && flows.size() < kMostFlows)
        add_flows(nodes_[i], to, flows);
    }
    found.all_talk = summarise(rates_of(flows));
    found.pairs = pairs_[links];
    map_.classes.push_back(std::move(found));
  }

  /// Ordered pairs of nodes by the links between them.
  void count_pairs() {
    constexpr std::size_t kMostCounted = 512;
    if (nodes_.size() > kMostCounted) return;
    for (const std::uint32_t from : nodes_)
      for (const std::uint32_t to : nodes_)
        if (from != to) ++pairs_[links_between(from, to)];
  }

  void add_flows(std::uint32_t from, std::uint32_t to, std::vector<SteadyFlow>& flows) const {
    const std::vector<DeviceIndex> senders = ends_of(from);
    const std::vector<DeviceIndex> receivers = ends_of(to);
    for (std::size_t i = 0; i < senders.size(); ++i)
      if (ClusterRoute found = way({from, senders[i]}, {to, receivers[i % receivers.size()]});
          !found.links.empty())
        flows.push_back({.links = std::move(found.links)});
  }

  void bisect() {
    const std::size_t half = nodes_.size() / 2;
    std::vector<SteadyFlow> flows;
    std::size_t forward = 0;
    for (std::size_t i = 0; i < half && flows.size() < kMostFlows; ++i) {
      add_flows(nodes_[i], nodes_[i + half], flows);
      map_.bisection.injection += injection_of(nodes_[i]);
    }
    forward = flows.size();
    for (std::size_t i = 0; i < half && flows.size() < 2 * forward; ++i)
      add_flows(nodes_[i + half], nodes_[i], flows);
    const std::vector<BytesPerSecond> rates = rates_of(flows);
    map_.bisection.bandwidth = summarise(std::span(rates).first(forward)).total;
  }

  const ClusterGraph& graph_;
  std::size_t network_;
  ClusterGraph::RouteOptions options_;
  std::vector<std::uint32_t> nodes_;
  std::map<std::size_t, std::uint64_t> pairs_;
  NetworkTopologyMap map_;
};

}  // namespace

NetworkTopologyMap map_network(const ClusterGraph& graph, std::size_t network) {
  return NetworkMapping(graph, network).take();
}

}  // namespace gpuscape
