#include "sim/platform/node_graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <queue>
#include <tuple>

#include "sim/base/error.hpp"

namespace gpuscape {

namespace {

/// Longer than any way that avoids it.
constexpr std::uint32_t kThroughGpu = 1U << 20U;

bool passes_on(DeviceKind kind) {
  return kind == DeviceKind::cpu || kind == DeviceKind::host_bridge ||
         kind == DeviceKind::pcie_switch || kind == DeviceKind::nvswitch;
}

/// NVLink is nearer than PCIe, and PCIe nearer than another socket.
std::uint32_t length_of(NodeLinkKind kind) {
  switch (kind) {
    case NodeLinkKind::nvlink:
    case NodeLinkKind::memory:
      return 1;
    case NodeLinkKind::pcie:
    case NodeLinkKind::c2c:
      return 4;
    case NodeLinkKind::inter_socket:
      return 64;
  }
  return 64;
}

}  // namespace

std::string_view device_kind_name(DeviceKind kind) {
  switch (kind) {
    case DeviceKind::cpu:
      return "cpu";
    case DeviceKind::host_bridge:
      return "host_bridge";
    case DeviceKind::memory:
      return "memory";
    case DeviceKind::pcie_switch:
      return "pcie_switch";
    case DeviceKind::gpu:
      return "gpu";
    case DeviceKind::nic:
      return "nic";
    case DeviceKind::nvme:
      return "nvme";
    case DeviceKind::storage_controller:
      return "storage_controller";
    case DeviceKind::nvswitch:
      return "nvswitch";
  }
  return "";
}

std::string_view path_class_name(PathClass path) {
  switch (path) {
    case PathClass::same:
      return "X";
    case PathClass::nvlink:
      return "NV";
    case PathClass::pix:
      return "PIX";
    case PathClass::pxb:
      return "PXB";
    case PathClass::phb:
      return "PHB";
    case PathClass::node:
      return "NODE";
    case PathClass::sys:
      return "SYS";
    case PathClass::composed:
      return "FAB";
    case PathClass::network:
      return "NET";
  }
  return "";
}

NodeGraph::NodeGraph(std::vector<Device> devices, std::vector<NodeLink> links)
    : devices_(std::move(devices)), links_(std::move(links)), out_(devices_.size()) {
  for (std::uint32_t i = 0; i < links_.size(); ++i) {
    ensure(links_[i].from < devices_.size() && links_[i].to < devices_.size(),
           "a link joins devices that are there");
    out_[links_[i].from].push_back(i);
  }
  for (const Device& device : devices_)
    detour_.push_back(passes_on(device.kind) ? std::optional(0U) : std::nullopt);
  for (const NodeLink& link : links_)
    if (link.kind == NodeLinkKind::c2c && devices_[link.from].kind == DeviceKind::gpu)
      detour_[link.from] = kThroughGpu;
  by_any_ = find_routes(true);
  const bool by_nvlink = std::ranges::any_of(
      links_, [](const NodeLink& link) { return link.kind == NodeLinkKind::nvlink; });
  if (by_nvlink) by_pcie_ = find_routes(false);
}

std::optional<DeviceIndex> NodeGraph::find(std::string_view device) const {
  const auto found = std::ranges::find(devices_, device, &Device::name);
  if (found == devices_.end()) return std::nullopt;
  return static_cast<DeviceIndex>(found - devices_.begin());
}

std::vector<DeviceIndex> NodeGraph::of_kind(DeviceKind kind) const {
  std::vector<DeviceIndex> result;
  for (DeviceIndex i = 0; i < devices_.size(); ++i)
    if (devices_[i].kind == kind) result.push_back(i);
  return result;
}

NodeGraph::LinkId& NodeGraph::last_link(LastLinks& last, DeviceIndex from, DeviceIndex to) const {
  return last[std::size_t{from} * devices_.size() + to];
}

NodeGraph::LastLinks NodeGraph::find_routes(bool by_nvlink) const {
  LastLinks last(devices_.size() * devices_.size());
  for (DeviceIndex from = 0; from < devices_.size(); ++from)
    find_routes_from(from, by_nvlink, last);
  return last;
}

/// Dijkstra; among equal lengths the link of the lower index, so that routes are fixed.
void NodeGraph::find_routes_from(DeviceIndex from, bool by_nvlink, LastLinks& last) const {
  using Entry = std::tuple<std::uint32_t, LinkId, DeviceIndex>;  // length, link, device
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  std::vector<bool> done(devices_.size(), false);
  open.emplace(0, LinkId::none(), from);
  while (!open.empty()) {
    const auto [length, link, device] = open.top();
    open.pop();
    if (done[device]) continue;
    done[device] = true;
    last_link(last, from, device) = link;
    const std::optional<std::uint32_t> detour = device == from ? 0 : detour_[device];
    if (!detour) continue;
    for (const std::uint32_t next : out_[device]) {
      if (!by_nvlink && links_[next].kind == NodeLinkKind::nvlink) continue;
      if (!done[links_[next].to])
        open.emplace(length + *detour + length_of(links_[next].kind), LinkId(next),
                     links_[next].to);
    }
  }
}

std::vector<DeviceIndex> NodeGraph::unreachable() const {
  const std::vector<DeviceIndex> cpus = of_kind(DeviceKind::cpu);
  const DeviceIndex from = cpus.empty() ? 0 : cpus.front();
  std::vector<DeviceIndex> result;
  for (DeviceIndex i = 0; i < devices_.size(); ++i)
    if (i != from && devices_[i].kind != DeviceKind::nvswitch &&
        by_any_[std::size_t{from} * devices_.size() + i].is_none())
      result.push_back(i);
  return result;
}

void NodeGraph::route(DeviceIndex from, DeviceIndex to, std::vector<std::uint32_t>& links,
                      bool by_nvlink) const {
  const std::size_t pair = std::size_t{from} * devices_.size() + to;
  const bool keeps_to_pcie = !by_nvlink && !by_pcie_.empty() && !by_pcie_[pair].is_none();
  const LastLinks& last = keeps_to_pcie ? by_pcie_ : by_any_;
  const auto first = static_cast<std::ptrdiff_t>(links.size());
  for (DeviceIndex at = to; at != from;) {
    const LinkId link = last[std::size_t{from} * devices_.size() + at];
    ensure(!link.is_none(), "devices of a node are connected");
    links.push_back(link.index());
    at = links_[link.index()].from;
  }
  std::reverse(links.begin() + first, links.end());
}

PathClass NodeGraph::path_class(DeviceIndex from, DeviceIndex to, bool by_nvlink) const {
  if (from == to) return PathClass::same;
  std::vector<std::uint32_t> links;
  route(from, to, links, by_nvlink);
  // Through a GPU to what is beside another socket, or from GPU to GPU.
  const bool detour = std::ranges::any_of(
      links, [&](std::uint32_t link) { return links_[link].kind != NodeLinkKind::nvlink; });
  const PathClass way_of_nvlink = detour ? PathClass::sys : PathClass::nvlink;
  std::size_t switches = 0;
  std::size_t bridges = 0;
  bool host = false;
  for (const std::uint32_t link : links) {
    const NodeLink& hop = links_[link];
    if (hop.kind == NodeLinkKind::inter_socket) return PathClass::sys;
    if (hop.kind == NodeLinkKind::nvlink) return way_of_nvlink;
    host = host || devices_[hop.from].kind == DeviceKind::cpu ||
           devices_[hop.to].kind == DeviceKind::cpu || hop.kind == NodeLinkKind::c2c;
    if (devices_[hop.to].kind == DeviceKind::pcie_switch) ++switches;
    if (devices_[hop.to].kind == DeviceKind::host_bridge) ++bridges;
  }
  const bool ends_at_host =
      devices_[from].kind == DeviceKind::cpu || devices_[from].kind == DeviceKind::memory ||
      devices_[to].kind == DeviceKind::cpu || devices_[to].kind == DeviceKind::memory;
  if (host && bridges > 0 && !ends_at_host) return PathClass::node;
  if (host || bridges > 0) return PathClass::phb;
  return switches <= 1 ? PathClass::pix : PathClass::pxb;
}

std::optional<DeviceIndex> NodeGraph::nearest(DeviceIndex from, DeviceKind kind) const {
  std::optional<DeviceIndex> best;
  std::pair<PathClass, std::size_t> nearest{PathClass::network, 0};
  std::vector<std::uint32_t> links;
  for (const DeviceIndex device : of_kind(kind)) {
    links.clear();
    route(from, device, links);
    const std::pair<PathClass, std::size_t> far{path_class(from, device), links.size()};
    if (best && far >= nearest) continue;
    best = device;
    nearest = far;
  }
  return best;
}

std::string NodeGraph::link_name(std::uint32_t link) const {
  return fmt::format("{} → {}", devices_[links_[link].from].name, devices_[links_[link].to].name);
}

}  // namespace gpuscape
