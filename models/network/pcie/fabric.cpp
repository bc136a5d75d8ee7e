#include "models/network/pcie/fabric.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace gpuscape::pcie {

namespace {

/// By generation, from 3 on; those before leave about as much as the third.
double payload_share(std::int64_t generation) {
  constexpr std::array kShares{0.80, 0.826, 0.88};
  return kShares.at(static_cast<std::size_t>(std::clamp<std::int64_t>(generation, 3, 5) - 3));
}

}  // namespace

bool has_cpu(const NodeGroup& group) {
  return group.graph && !group.graph->of_kind(DeviceKind::cpu).empty();
}

bool is_box(const NodeGroup& group) {
  return group.graph && !has_cpu(group) && !group.graph->of_kind(DeviceKind::gpu).empty();
}

void read_fabric(ObjectReader& reader, Fabric& fabric) {
  const Bounds few{.least = 1, .most = 1e5};
  const Bounds brief{.least = 0.0, .most = 1e6};
  fabric.model = reader.optional_text("entry", "The catalogue's name of it.").value_or("");
  fabric.ports =
      static_cast<std::uint32_t>(reader.count("fabric_ports", "Ports of the fabric switch.", few));
  fabric.lanes_per_port = static_cast<std::uint32_t>(
      reader.count("lanes_per_port", 16, "PCIe lanes of a port.", Bounds{.least = 1, .most = 64}));
  const std::int64_t generation =
      reader.count("pcie_generation", 4, "PCIe generation, which sets the payload's share.",
                   Bounds{.least = 1, .most = 7});
  const BytesPerSecond raw = reader.quantity<BytesPerSecond>(
      "port_bandwidth", "What a port's lanes carry with headers, per direction.", kLinkBounds);
  fabric.port = raw * payload_share(generation);
  fabric.port_wire = raw;
  fabric.latency = reader.quantity<Seconds>("hop_latency", "From one port to another.", brief);
  fabric.reassign = reader.quantity<Seconds>("reassign_time", Seconds(0.0),
                                             "To give a GPU to another host.", brief);
  fabric.most_hosts = reader.optional_count("max_hosts", "Hosts that it can have.", few);
  fabric.slots = reader.optional_count("gpu_slots_per_box", "GPUs that a box can have.", few);
  fabric.rack_units = reader.optional_number("rack_units", "Height.", brief).value_or(0.0);
}

std::optional<Slot> slot_of(const NodeGraph& graph) {
  constexpr std::uint32_t kFull = 16;
  const auto is_root = [&](DeviceIndex device) {
    const DeviceKind kind = graph.devices()[device].kind;
    return kind == DeviceKind::cpu || kind == DeviceKind::host_bridge;
  };
  std::optional<Slot> best;
  for (const NodeLink& link : graph.links()) {
    if (link.kind != NodeLinkKind::pcie || !is_root(link.from) || is_root(link.to)) continue;
    const BytesPerSecond lane = link.capacity / (link.lanes == 0 ? kFull : link.lanes);
    if (!best || lane > best->lane) best = Slot{lane, link.latency};
  }
  return best;
}

std::shared_ptr<const NodeGraph> with_adapter(const NodeGraph& host, DeviceIndex socket,
                                              NodeLink link) {
  std::vector<Device> devices = host.devices();
  std::vector<NodeLink> links = host.links();
  std::uint32_t number = 0;
  while (host.find(fmt::format("fabric{}", number))) ++number;
  devices.push_back({.name = fmt::format("fabric{}", number), .kind = DeviceKind::nic});
  link.from = socket;
  link.to = static_cast<DeviceIndex>(devices.size() - 1);
  links.push_back(link);
  std::swap(link.from, link.to);
  links.push_back(link);
  return std::make_shared<const NodeGraph>(std::move(devices), std::move(links));
}

}  // namespace gpuscape::pcie
