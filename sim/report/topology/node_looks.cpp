#include "sim/report/topology/node_looks.hpp"

#include <algorithm>
#include <cmath>

namespace gpuscape {

Look look_of(DeviceKind kind) {
  switch (kind) {
    case DeviceKind::cpu:
      return {"#e8edf3", "#51637a"};
    case DeviceKind::memory:
      return {"#f6f7f9", "#a9b2bd"};
    case DeviceKind::host_bridge:
    case DeviceKind::pcie_switch:
      return {"#f1ecf7", "#7d63a8"};
    case DeviceKind::gpu:
      return {"#e5f3e6", "#3c8f48"};
    case DeviceKind::nvswitch:
      return {"#dff0d8", "#3c8f48"};
    case DeviceKind::nic:
      return {"#fdf0e1", "#c77d1e"};
    case DeviceKind::nvme:
    case DeviceKind::storage_controller:
      return {"#f3f0ea", "#998b6d"};
  }
  return {"#ffffff", "#33383f"};
}

const char* colour_of(NodeLinkKind kind) {
  switch (kind) {
    case NodeLinkKind::pcie:
      return "#7d63a8";
    case NodeLinkKind::nvlink:
      return "#4ba65a";
    case NodeLinkKind::c2c:
      return "#1f9d9d";
    case NodeLinkKind::inter_socket:
      return "#51637a";
    case NodeLinkKind::memory:
      return "#a9b2bd";
  }
  return "#33383f";
}

double width_of(BytesPerSecond capacity) {
  return std::clamp(0.75 * std::sqrt(capacity.value() / 1e9), 1.2, 9.0);
}

}  // namespace gpuscape
