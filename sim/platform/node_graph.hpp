#pragma once
/// A node as a graph: CPU sockets, their memory, PCIe switches, GPUs, adapters, drives, and the
/// directed links between them. Nodes of one type share one graph.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/id.hpp"
#include "sim/base/units/quantity.hpp"

namespace gpuscape {

enum class DeviceKind : std::uint8_t {
  cpu,          ///< a socket with its root complex
  host_bridge,  ///< one of several root complexes of a socket
  memory,       ///< the host memory of one socket
  pcie_switch,
  gpu,
  nic,
  nvme,
  storage_controller,
  nvswitch,
};

/// Index over the devices of one node.
using DeviceIndex = std::uint32_t;

struct Device {
  std::string name;  ///< within the node: "gpu0"
  DeviceKind kind = DeviceKind::cpu;
  std::string model = {};         ///< the catalogue's id; empty where it names none
  BytesPerSecond copy_rate{0.0};  ///< what a GPU's copy engine attains; 0: it sets no bound
  Seconds verbs_latency{0.0};     ///< of a pair of such adapters and one switch; 0: not known
  std::vector<std::string> protocols = {};  ///< of an adapter: "infiniband", "ethernet"
};

enum class NodeLinkKind : std::uint8_t {
  pcie,
  nvlink,
  c2c,  ///< coherent, between a CPU and the GPUs beside it
  inter_socket,
  memory,
};
[[nodiscard]] std::string_view device_kind_name(DeviceKind kind);

/// One direction of a link between two devices.
struct NodeLink {
  DeviceIndex from = 0;
  DeviceIndex to = 0;
  NodeLinkKind kind = NodeLinkKind::pcie;
  BytesPerSecond capacity{1.0};  ///< payload
  Seconds latency{0.0};          ///< of the link and the device behind it
  std::uint32_t lanes = 0;       ///< PCIe lanes or NVLink links that it is made of
};

/// What lies between two devices, as `nvidia-smi topo -m` names it: NVLink; at most one PCIe
/// switch; several; a host bridge; several of one socket; another socket. Between nodes: a PCIe
/// fabric, or a network.
enum class PathClass : std::uint8_t { same, nvlink, pix, pxb, phb, node, sys, composed, network };
[[nodiscard]] std::string_view path_class_name(PathClass path);

/// Immutable. Two devices use one route: over NVLink where both ends have a link or a switch in
/// common, else over PCIe, memory and the links between sockets. CPUs and switches pass traffic on,
/// and a GPU that shares its CPU's memory does where there is no other way.
class NodeGraph {
 public:
  /// Each link has its other direction among the links. Throws InternalError for an index that is
  /// no device.
  NodeGraph(std::vector<Device> devices, std::vector<NodeLink> links);

  [[nodiscard]] const std::vector<Device>& devices() const { return devices_; }
  [[nodiscard]] const std::vector<NodeLink>& links() const { return links_; }
  [[nodiscard]] std::optional<DeviceIndex> find(std::string_view device) const;
  /// In the order of the devices.
  [[nodiscard]] std::vector<DeviceIndex> of_kind(DeviceKind kind) const;

  /// Devices that the first CPU cannot reach (device 0 where there is no CPU), by rising index; a
  /// sound node has none. NVSwitches do not count: nothing ends there.
  [[nodiscard]] std::vector<DeviceIndex> unreachable() const;
  /// Appends the links from one device to another, in order: indices into `links`. Nothing when
  /// they are the same; InternalError when there is no way. `by_nvlink` false keeps to PCIe where
  /// that leads there.
  void route(DeviceIndex from, DeviceIndex to, std::vector<std::uint32_t>& links,
             bool by_nvlink = true) const;
  [[nodiscard]] PathClass path_class(DeviceIndex from, DeviceIndex to, bool by_nvlink = true) const;
  /// Of the devices of that kind the one with the nearest path class, then the fewest links, then
  /// the lowest index; nothing where there is none.
  [[nodiscard]] std::optional<DeviceIndex> nearest(DeviceIndex from, DeviceKind kind) const;
  /// "gpu0 → sw0".
  [[nodiscard]] std::string link_name(std::uint32_t link) const;

 private:
  using LinkId = Id<struct NodeLinkTag>;  // into links_
  /// From each device, the link over which each other device is reached last; none: not at all.
  using LastLinks = std::vector<LinkId>;
  [[nodiscard]] LastLinks find_routes(bool by_nvlink) const;
  [[nodiscard]] LinkId& last_link(LastLinks& last, DeviceIndex from, DeviceIndex to) const;
  void find_routes_from(DeviceIndex from, bool by_nvlink, LastLinks& last) const;

  std::vector<Device> devices_;
  std::vector<NodeLink> links_;
  std::vector<std::vector<std::uint32_t>> out_;  // links that leave each device
  /// What passing through each device adds; none: nothing passes through.
  std::vector<std::optional<std::uint32_t>> detour_;
  LastLinks by_any_;
  LastLinks by_pcie_;  ///< empty without NVLink: the same
};

}  // namespace gpuscape
