#include "models/node/graph/ports.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/node/graph/trays.hpp"
#include "sim/base/excerpt.hpp"
#include "sim/base/nearest.hpp"

namespace gpuscape::graph_node {

namespace {

std::vector<DeviceIndex> nics_of(const NicEntry& nic, const std::vector<Device>& devices) {
  std::vector<DeviceIndex> result;
  for (DeviceIndex i = 0; i < devices.size(); ++i)
    if (devices[i].kind == DeviceKind::nic && stands_for(nic.name, devices[i].name))
      result.push_back(i);
  return result;
}

void refuse(const NicEntry& nic, const std::vector<Device>& devices, ReadingContext& context) {
  std::vector<std::string> known;
  for (const Device& device : devices)
    if (device.kind == DeviceKind::nic) known.push_back(device.name);
  context.add(nic.written.place, nic.written.pointer,
              fmt::format("the adapter \"{}\" is not a device of kind \"nic\"", excerpt(nic.name)),
              known.empty() ? "add it to \"devices\"" : nearest_hint(nic.name, known));
}

void describe(Device& device, const std::string& model, const NicPart& part) {
  device.model = model;
  device.verbs_latency = part.verbs_latency;
  device.protocols = part.protocols;
}

}  // namespace

void add_ports(const NodeEntry& entry, std::vector<Device>& devices, NodeGroup& group,
               ReadingContext& context) {
  for (const NicEntry& nic : entry.nics) {
    const auto found = entry.parts.nics.find(nic.model);
    const NicPart part = found == entry.parts.nics.end() ? NicPart{} : found->second;
    const std::optional<Rate> speed = nic.speed ? nic.speed : part.speed;
    if (!speed && !nic.speed_refused)
      context.add(nic.written.place, nic.written.pointer,
                  fmt::format("the speed of \"{}\" is not known", excerpt(nic.name)),
                  "speed: what one port carries, as in \"100 Gbit/s\"");
    const std::vector<DeviceIndex> nics = nics_of(nic, devices);
    if (nics.empty()) refuse(nic, devices, context);
    for (const DeviceIndex device : nics) {
      describe(devices[device], nic.model, part);
      const BytesPerSecond line = speed.value_or(Rate{}).value * part.payload_share;
      for (std::int64_t port = 0; port < nic.ports; ++port)
        group.ports.push_back({.nic = device, .role = nic.role, .line = line});
    }
  }
  std::ranges::stable_sort(group.ports, {}, &NodePort::nic);
}

}  // namespace gpuscape::graph_node
