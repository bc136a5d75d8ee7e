#pragma once
/// Everything that bytes can travel over: the inside of every node and the networks between them.
/// Links are numbered through without being stored: node by node as the type's graph has them, then
/// network by network.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/platform/cluster/network.hpp"
#include "sim/platform/platform.hpp"

namespace gpuscape {

/// A device of some node.
struct Endpoint {
  std::uint32_t node = 0;  ///< over the platform
  DeviceIndex device = 0;
  std::optional<DeviceIndex> adapter = {};  ///< by which bytes leave the node; nothing: the nearest

  /// Whether it is that device, by whatever adapter.
  [[nodiscard]] bool is_device_of(const Endpoint& other) const {
    return node == other.node && device == other.device;
  }
};

/// Index over all directed links of the cluster.
using ClusterLink = std::uint32_t;

/// A way between two devices.
struct ClusterRoute {
  std::vector<ClusterLink> links;
  Seconds latency{0.0};  ///< of its links and what lies between them
  PathClass path = PathClass::same;
  std::optional<std::size_t> network;  ///< index; none within a node
  std::optional<Endpoint> from_nic;    ///< the adapters that it takes
  std::optional<Endpoint> to_nic;
};

/// Cheap to build: a node costs the numbers that its group shares. The platform and the networks
/// must outlive it.
class ClusterGraph {
 public:
  ClusterGraph(const Platform& platform, std::vector<NamedNetwork> networks);

  [[nodiscard]] const Platform& platform() const { return *platform_; }
  [[nodiscard]] const std::vector<NamedNetwork>& networks() const { return networks_; }
  [[nodiscard]] ClusterLink link_count() const { return link_count_; }
  [[nodiscard]] std::size_t group_of(std::uint32_t node) const;
  /// Null for a node without a graph.
  [[nodiscard]] const NodeGraph* graph_of(std::uint32_t node) const;
  [[nodiscard]] const Device& device(Endpoint end) const;

  /// "gpu/3/gpu0", "gpu/gpu0" where the group has one node, "gpu/3" for the memory of its first
  /// socket, "gpu/3/mem1@ib2" by that adapter; nothing where there is no such device, and then
  /// `fault` says why.
  [[nodiscard]] std::optional<Endpoint> find(std::string_view name, std::string& fault) const;
  [[nodiscard]] std::string name(Endpoint end) const;

  struct RouteOptions {
    bool by_nvlink = true;
    std::optional<std::size_t> network = {};  ///< none: the first that joins both nodes
  };
  /// From one device to another. Between nodes it takes the adapter that an end names, else the one
  /// nearest to it by path class, and beyond a host bridge by links, too. Of those that are equally
  /// near it is the one whose rail is the device's number among its like, or else that number
  /// counted round them, so that parallel traffic spreads. Nothing when no network joins them.
  [[nodiscard]] std::optional<ClusterRoute> route(Endpoint from, Endpoint to,
                                                  const RouteOptions& options) const;
  [[nodiscard]] std::optional<ClusterRoute> route(Endpoint from, Endpoint to) const {
    return route(from, to, RouteOptions{});
  }

  /// Between a device and what is plugged into a network above its leaves; `in` leads to the
  /// device. Its adapter is chosen as by `route`, and of equal links between switches one by the
  /// adapter's number. Nothing when the node has no adapter there.
  [[nodiscard]] std::optional<ClusterRoute> route_above(Endpoint device, std::size_t network,
                                                        Network::Way way) const;
  /// A node's adapters on a network, in the order of its rails.
  [[nodiscard]] std::vector<DeviceIndex> adapters_on(std::uint32_t node, std::size_t network) const;

  /// Adapters equally near to a device, of those that the network joins.
  struct NearAdapters {
    PathClass path = PathClass::same;
    std::size_t links = 0;                  ///< beyond a host bridge
    std::vector<std::uint32_t> rails = {};  ///< rising; none where no adapter leads there
    std::vector<DeviceIndex> nics = {};     ///< in the order of the rails
  };
  [[nodiscard]] NearAdapters near_adapters(Endpoint end, std::size_t network) const;

  [[nodiscard]] BytesPerSecond capacity(ClusterLink link) const;
  /// "gpu/3: gpu0 → sw0", "gpu/3 → leaf 0".
  [[nodiscard]] std::string link_name(ClusterLink link) const;
  /// A link inside a node; null for one of a network.
  [[nodiscard]] const NodeLink* node_link(ClusterLink link) const;
  /// Of a link inside a node; nothing for one of a network.
  [[nodiscard]] std::optional<NodeLinkKind> node_link_kind(ClusterLink link) const;
  struct InnerLink {
    std::uint32_t node = 0;
    std::uint32_t link = 0;  ///< of its graph
  };
  /// Nothing for a link of a network.
  [[nodiscard]] std::optional<InnerLink> inner_link(ClusterLink link) const;
  /// Of a link between an adapter and its switch, the adapter; nothing for another one.
  [[nodiscard]] std::optional<Port> port_of_link(ClusterLink link) const;

 private:
  struct Place {
    std::uint32_t node = 0;   // of a node's link
    std::size_t network = 0;  // of a network's
    std::uint32_t link = 0;   // within it
    bool in_node = false;
  };
  [[nodiscard]] Place place_of(ClusterLink link) const;
  [[nodiscard]] ClusterLink first_link(std::uint32_t node) const;
  [[nodiscard]] std::optional<Endpoint> find_device(std::string_view name,
                                                    std::string& fault) const;
  [[nodiscard]] std::vector<std::uint32_t> rails_of(std::uint32_t node, std::size_t network) const;
  /// Whether the end's own adapter, or any of its node, is on the network.
  [[nodiscard]] bool reaches(Endpoint end, std::size_t network) const;
  /// The rail by which a device reaches the network; nothing when the node has no adapter on it.
  [[nodiscard]] std::optional<Port> port_of(Endpoint end, std::size_t network) const;
  [[nodiscard]] Endpoint nic_of(Port port, std::size_t network) const;
  void append(Endpoint from, DeviceIndex to, bool by_nvlink, ClusterRoute& route) const;
  /// Over composed PCIe hosts reach boxes, and boxes each other.
  [[nodiscard]] bool joins(std::size_t network, Endpoint from, Endpoint to) const;
  [[nodiscard]] std::optional<std::size_t> network_between(Endpoint from, Endpoint to) const;

  const Platform* platform_;
  std::vector<NamedNetwork> networks_;
  std::vector<ClusterLink> first_of_group_;
  std::vector<ClusterLink> first_of_network_;
  ClusterLink link_count_ = 0;
};

}  // namespace gpuscape
