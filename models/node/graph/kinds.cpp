#include "models/node/graph/kinds.hpp"

namespace gpuscape::graph_node {

DeviceKind kind_named(std::string_view name) {
  for (const DeviceKind kind : {DeviceKind::host_bridge, DeviceKind::pcie_switch, DeviceKind::gpu,
                                DeviceKind::nic, DeviceKind::nvme, DeviceKind::storage_controller})
    if (device_kind_name(kind) == name) return kind;
  return DeviceKind::cpu;
}

NodeLinkKind kind_of(const LinkEntry& link, DeviceKind a, DeviceKind b) {
  const std::string_view type = link.type;
  const bool sockets = a == DeviceKind::cpu && b == DeviceKind::cpu;
  if (sockets) return NodeLinkKind::inter_socket;
  if (type.starts_with("nvlink-c2c")) return NodeLinkKind::c2c;
  if (type.starts_with("nvlink") || type.starts_with("infinity")) return NodeLinkKind::nvlink;
  return NodeLinkKind::pcie;
}

}  // namespace gpuscape::graph_node
