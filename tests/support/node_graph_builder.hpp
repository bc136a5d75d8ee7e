#pragma once
/// Small nodes as graphs for tests.

#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "sim/platform/node_graph.hpp"

namespace gpuscape::testing {

class GraphBuilder {
 public:
  GraphBuilder& device(const std::string& name, DeviceKind kind) {
    devices_.push_back({.name = name, .kind = kind});
    return *this;
  }
  /// One link each way; each adds its latency.
  GraphBuilder& join(const std::string& a, const std::string& b, NodeLinkKind kind,
                     double gbps = 10, double microseconds = 1) {
    const auto from = index(a);
    const auto to = index(b);
    for (const auto& [one, other] : {std::pair{from, to}, std::pair{to, from}})
      links_.push_back({.from = one,
                        .to = other,
                        .kind = kind,
                        .capacity = BytesPerSecond(gbps * 1e9),
                        .latency = Seconds(microseconds * 1e-6)});
    return *this;
  }
  GraphBuilder& pcie(const std::string& a, const std::string& b, double gbps = 10) {
    return join(a, b, NodeLinkKind::pcie, gbps);
  }
  [[nodiscard]] NodeGraph build() const { return {devices_, links_}; }

 private:
  DeviceIndex index(const std::string& name) const {
    for (DeviceIndex i = 0; i < devices_.size(); ++i)
      if (devices_[i].name == name) return i;
    return static_cast<DeviceIndex>(devices_.size());
  }

  std::vector<Device> devices_;
  std::vector<NodeLink> links_;
};

/// Two sockets. Below the first: sw0 (gpu0, gpu1, nic0), sw1 with sw2 behind it (gpu2 on sw1, gpu3
/// on sw2), and nic1 straight at the socket. Below the second: gpu4.
inline GraphBuilder two_sockets() {
  GraphBuilder node;
  for (const char* name : {"cpu0", "cpu1"}) node.device(name, DeviceKind::cpu);
  for (const char* name : {"mem0", "mem1"}) node.device(name, DeviceKind::memory);
  for (const char* name : {"sw0", "sw1", "sw2"}) node.device(name, DeviceKind::pcie_switch);
  for (const char* name : {"gpu0", "gpu1", "gpu2", "gpu3", "gpu4"})
    node.device(name, DeviceKind::gpu);
  for (const char* name : {"nic0", "nic1"}) node.device(name, DeviceKind::nic);
  node.join("cpu0", "mem0", NodeLinkKind::memory, 60, 0);
  node.join("cpu1", "mem1", NodeLinkKind::memory, 60, 0);
  node.join("cpu0", "cpu1", NodeLinkKind::inter_socket, 30);
  node.pcie("cpu0", "sw0").pcie("sw0", "gpu0").pcie("sw0", "gpu1").pcie("sw0", "nic0");
  node.pcie("cpu0", "sw1").pcie("sw1", "gpu2").pcie("sw1", "sw2").pcie("sw2", "gpu3");
  return node.pcie("cpu0", "nic1").pcie("cpu1", "gpu4");
}

/// Eight GPUs on four PCIe switches of two sockets, some joined by NVLink of one or two widths: no
/// two of them are alike.
inline std::shared_ptr<const NodeGraph> uneven_eight() {
  GraphBuilder node;
  for (const char* name : {"cpu0", "cpu1"}) node.device(name, DeviceKind::cpu);
  for (const char* name : {"sw0", "sw1", "sw2", "sw3"}) node.device(name, DeviceKind::pcie_switch);
  for (int i = 0; i < 8; ++i) node.device("gpu" + std::to_string(i), DeviceKind::gpu);
  node.join("cpu0", "cpu1", NodeLinkKind::inter_socket, 30);
  node.pcie("cpu0", "sw0").pcie("cpu0", "sw1").pcie("cpu1", "sw2").pcie("cpu1", "sw3");
  for (int i = 0; i < 8; ++i) node.pcie("sw" + std::to_string(i / 2), "gpu" + std::to_string(i));
  for (const auto& [a, b, gbps] : {std::tuple{"gpu0", "gpu2", 40.0},
                                   {"gpu0", "gpu3", 20.0},
                                   {"gpu1", "gpu2", 20.0},
                                   {"gpu2", "gpu5", 40.0},
                                   {"gpu4", "gpu6", 20.0}})
    node.join(a, b, NodeLinkKind::nvlink, gbps);
  return std::make_shared<const NodeGraph>(node.build());
}

/// Four GPUs, two below each of two switches of one socket.
inline std::shared_ptr<const NodeGraph> two_pairs() {
  GraphBuilder node;
  node.device("cpu0", DeviceKind::cpu);
  for (const char* name : {"sw0", "sw1"}) node.device(name, DeviceKind::pcie_switch);
  for (int i = 0; i < 4; ++i) node.device("gpu" + std::to_string(i), DeviceKind::gpu);
  node.pcie("cpu0", "sw0").pcie("cpu0", "sw1");
  for (int i = 0; i < 4; ++i) node.pcie("sw" + std::to_string(i % 2), "gpu" + std::to_string(i));
  return std::make_shared<const NodeGraph>(node.build());
}

inline DeviceIndex find(const NodeGraph& graph, const std::string& device) {
  return graph.find(device).value();
}

/// The links of a route by their names.
inline std::vector<std::string> way(const NodeGraph& graph, const std::string& from,
                                    const std::string& to, bool by_nvlink = true) {
  std::vector<std::uint32_t> links;
  graph.route(find(graph, from), find(graph, to), links, by_nvlink);
  std::vector<std::string> names;
  for (const std::uint32_t link : links) names.push_back(graph.link_name(link));
  return names;
}

inline PathClass path(const NodeGraph& graph, const std::string& from, const std::string& to) {
  return graph.path_class(find(graph, from), find(graph, to));
}

}  // namespace gpuscape::testing
