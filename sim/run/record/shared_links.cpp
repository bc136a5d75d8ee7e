#include "sim/run/record/shared_links.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <tuple>

namespace gpuscape {

namespace {

bool is_root(DeviceKind kind) { return kind == DeviceKind::cpu || kind == DeviceKind::host_bridge; }

/// A root port, or the PCIe link of an adapter.
bool can_be_shared(const NodeGraph& graph, const NodeLink& link) {
  if (link.kind != NodeLinkKind::pcie) return false;
  const DeviceKind from = graph.devices()[link.from].kind;
  const DeviceKind to = graph.devices()[link.to].kind;
  return is_root(from) != is_root(to) || from == DeviceKind::nic || to == DeviceKind::nic;
}

}  // namespace

SharedLinks::SharedLinks(const Network& network, const FreeCapacity& capacity, Inside inside)
    : network_(network), capacity_(capacity), count_(network.link_count()) {
  const Platform& platform = capacity.platform();
  for (std::size_t i = 0; i < platform.groups().size(); ++i) {
    const NodeGroup& of = platform.groups()[i];
    Group& group = groups_.emplace_back();
    group.first_node = platform.first_node(i);
    group.nodes = of.count;
    group.first_link = count_;
    const Lending* lending = platform.lending();
    group.lends =
        lending != nullptr && of.graph && (lending->is_client(i) || lending->is_server(i));
    if (group.lends && inside == Inside::all) add_all(*of.graph, group);
    const std::string& role = network.ports().role(i);
    if (role.empty() || !of.graph || capacity.groups()[i].node_gpus() == nullptr) {
      count_ += static_cast<LinkIndex>(group.links.size()) * of.count;
      continue;
    }
    for (const NodePort& port : of.ports) {
      if (!serves(port, role)) continue;
      std::vector<Way>& ways = group.ways.emplace_back();
      for (const DeviceIndex gpu : of.graph->of_kind(DeviceKind::gpu))
        ways.push_back(way(*of.graph, gpu, port.nic, group.links));
    }
    if (inside == Inside::all) add_all(*of.graph, group);
    count_ += static_cast<LinkIndex>(group.links.size()) * of.count;
  }
}

void SharedLinks::add_all(const NodeGraph& graph, Group& group) {
  for (std::uint32_t link = 0; link < graph.links().size(); ++link)
    if (gpuscape::can_be_shared(graph, graph.links()[link]) &&
        std::ranges::find(group.links, link) == group.links.end())
      group.links.push_back(link);
  group.place.resize(graph.links().size());
  for (std::uint32_t at = 0; at < group.links.size(); ++at)
    group.place[group.links[at]] = Id<struct InnerLinkTag>(at);
}

SharedLinks::Way SharedLinks::way(const NodeGraph& graph, DeviceIndex gpu, DeviceIndex nic,
                                  std::vector<std::uint32_t>& shared) {
  Way way{.path = graph.path_class(gpu, nic), .hops = 0, .links = {}};
  std::vector<std::uint32_t> route;
  graph.route(gpu, nic, route);
  way.hops = route.size();
  graph.route(nic, gpu, route);
  for (const std::uint32_t link : route) {
    if (!gpuscape::can_be_shared(graph, graph.links()[link])) continue;
    auto at = std::ranges::find(shared, link);
    if (at == shared.end()) at = shared.insert(at, link);
    way.links.push_back(static_cast<std::uint32_t>(at - shared.begin()));
  }
  return way;
}

const SharedLinks::Group& SharedLinks::group_of(const AllocationSpan& span) const {
  return groups_[capacity_.platform().group_of(span.node)];
}

bool SharedLinks::is_part(const Group& group, const AllocationSpan& span) const {
  const auto index = static_cast<std::size_t>(&group - groups_.data());
  return !group.ways.empty() && !span.which.is_none() && span.gpus > 0 &&
         span.gpus < capacity_.groups()[index].capacity().gpus;
}

GpuSet SharedLinks::gpus_of(const AllocationSpan& span) const {
  const std::size_t group = capacity_.platform().group_of(span.node);
  const NodeGpus* gpus = capacity_.groups()[group].node_gpus();
  return gpus == nullptr ? GpuSet() : gpus->sets()[span.which];
}

std::optional<LinkIndex> SharedLinks::inner_link(const AllocationSpan& span,
                                                 std::uint32_t link) const {
  const Group& group = group_of(span);
  if (!(is_part(group, span) || group.lends) || group.place.empty() || group.place[link].is_none())
    return std::nullopt;
  return group.first_link +
         (span.node - group.first_node) * static_cast<LinkIndex>(group.links.size()) +
         group.place[link].index();
}

BytesPerSecond SharedLinks::capacity(LinkIndex link) const {
  if (is_of_network(link)) return network_.capacity(link);
  const auto next = std::ranges::upper_bound(groups_, link, {}, &Group::first_link);
  const Group& group = *(next - 1);
  const std::size_t group_index = static_cast<std::size_t>(&group - groups_.data());
  const NodeGraph& graph = *capacity_.platform().groups()[group_index].graph;
  return graph.links()[group.links[(link - group.first_link) % group.links.size()]].capacity;
}

std::string SharedLinks::name(LinkIndex link) const {
  const Platform& platform = capacity_.platform();
  if (is_of_network(link)) return network_.link_name(link, platform);
  const auto next = std::ranges::upper_bound(groups_, link, {}, &Group::first_link);
  const Group& group = *(next - 1);
  const LinkIndex of_group = link - group.first_link;
  const auto links = static_cast<LinkIndex>(group.links.size());
  const NodeGraph& graph =
      *platform.groups()[static_cast<std::size_t>(&group - groups_.data())].graph;
  return fmt::format("{}: {}", platform.node_name(group.first_node + of_group / links),
                     graph.link_name(group.links[of_group % links]));
}

void SharedLinks::find_rails(const AllocationSpan& span, std::vector<std::uint32_t>& rails) const {
  rails.clear();
  const Group& group = group_of(span);
  if (!is_part(group, span)) {
    for (std::uint32_t rail = 0; rail < network_.rails_of(span.node); ++rail) rails.push_back(rail);
    return;
  }
  gpus_of(span).for_each([&](std::uint32_t gpu) {
    PathClass nearest = PathClass::network;
    for (const std::vector<Way>& ways : group.ways) nearest = std::min(nearest, ways[gpu].path);
    for (std::uint32_t rail = 0; rail < group.ways.size(); ++rail)
      if (group.ways[rail][gpu].path == nearest) rails.push_back(rail);
  });
  std::ranges::sort(rails);
  rails.erase(std::unique(rails.begin(), rails.end()), rails.end());
}

void SharedLinks::add_inner_links(const AllocationSpan& span, std::uint32_t rail,
                                  std::vector<LinkIndex>& links) const {
  const Group& group = group_of(span);
  if (!is_part(group, span)) return;
  const Way* best = nullptr;
  gpus_of(span).for_each([&](std::uint32_t gpu) {
    const Way& way = group.ways[rail][gpu];
    if (best == nullptr || std::tie(way.path, way.hops) < std::tie(best->path, best->hops))
      best = &way;
  });
  const LinkIndex first = group.first_link + (span.node - group.first_node) *
                                                 static_cast<LinkIndex>(group.links.size());
  for (const std::uint32_t link : best->links) links.push_back(first + link);
}

}  // namespace gpuscape
