#pragma once
/// Nodes of which only the adapters are known.

#include <memory>
#include <string>
#include <vector>

#include "sim/platform/node_group.hpp"

namespace gpuscape::test {

/// `rails` adapters of a role on one socket, each as fast as `line`.
inline NodeGroup rail_nodes(std::uint32_t count, std::uint32_t rails, double line = 50e9,
                            const std::string& role = "compute") {
  std::vector<Device> devices{{.name = "cpu0", .kind = DeviceKind::cpu}};
  std::vector<NodeLink> links;
  NodeGroup group{.name = "gpu", .count = count, .capacity = Demand{8, 0, 0}};
  for (std::uint32_t rail = 0; rail < rails; ++rail) {
    const DeviceIndex nic = rail + 1;
    devices.push_back({.name = "nic" + std::to_string(rail), .kind = DeviceKind::nic});
    links.push_back({.from = 0, .to = nic, .capacity = BytesPerSecond(60e9)});
    links.push_back({.from = nic, .to = 0, .capacity = BytesPerSecond(60e9)});
    group.ports.push_back({nic, role, BytesPerSecond(line)});
  }
  group.graph = std::make_shared<NodeGraph>(std::move(devices), std::move(links));
  return group;
}

/// A box of GPUs below one PCIe switch.
inline NodeGroup box(std::uint32_t gpus, std::uint32_t count = 1) {
  std::vector<Device> devices{{.name = "sw0", .kind = DeviceKind::pcie_switch}};
  std::vector<NodeLink> links;
  for (DeviceIndex gpu = 1; gpu <= gpus; ++gpu) {
    devices.push_back({.name = "gpu" + std::to_string(gpu - 1), .kind = DeviceKind::gpu});
    links.push_back({.from = 0, .to = gpu, .capacity = BytesPerSecond(20e9)});
    links.push_back({.from = gpu, .to = 0, .capacity = BytesPerSecond(20e9)});
  }
  NodeGroup group{.name = "box", .count = count, .capacity = {}};
  group.graph = std::make_shared<NodeGraph>(std::move(devices), std::move(links));
  return group;
}

}  // namespace gpuscape::test
