#pragma once
/// A network that joins the nodes of a platform: directed links and the one route that each pair of
/// adapters uses. Which topology it is, is a model's business (models/network).

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/base/units/quantity.hpp"
#include "sim/platform/cluster/port_layout.hpp"
#include "sim/platform/platform.hpp"

namespace gpuscape {

/// Index over the directed links of one network.
using LinkIndex = std::uint32_t;

/// Between a node and its switch, or between switches: what reports sum over.
enum class LinkTier : std::uint8_t { host, fabric };

/// What a network is built from, so that it can be counted and priced.
struct NetworkParts {
  struct Switches {
    std::string model;  ///< the catalogue's id; empty: described in place
    std::string tier;   ///< "leaf", "spine", "core"
    std::int64_t count = 0;
    double rack_units = 0.0;  ///< of one; 0: not known
  };
  struct Cables {
    std::string between;  ///< "node and leaf"
    std::string model;    ///< the catalogue's id; empty: none named
    std::int64_t count = 0;
    BytesPerSecond speed{1.0};
    bool optical = false;
    bool uplink = false;  ///< between switches, else between a node and a switch
    bool far = false;     ///< from rack to rack: farther than copper reaches
    /// With framing, where cables are sold by that; else `speed` counts.
    std::optional<BytesPerSecond> wire = {};
  };
  /// Boxes of GPUs on a PCIe fabric.
  struct Boxes {
    std::string group;
    std::string fabric;        ///< the catalogue's id; empty: described in place
    std::int64_t fabrics = 1;  ///< among which they are dealt
    bool with_fabric = false;  ///< the fabric's switch is in the box
  };
  std::vector<Switches> switches;
  std::vector<Cables> cables;
  std::int64_t adapters = 0;
  /// Of them those that are bought with the network and are no part of the nodes.
  std::int64_t own_adapters = 0;
  std::string kind = {};  ///< "infiniband", "ethernet", "pcie"; empty: nothing says it
  std::vector<Boxes> boxes = {};
};

/// Which of several equally short paths a route takes, and who says so.
struct RoutingFacts {
  std::string path = {};       ///< "adaptive", "hash", "dst-mod-k"; empty: there is one path only
  bool given = false;          ///< by the scenario; else the default of the network's kind
  std::string kind = {};       ///< "infiniband", "ethernet"; empty: nothing says it
  std::string kind_from = {};  ///< "switch", "adapters", "transport": what says it

  /// Whether other draws give other paths.
  [[nodiscard]] bool is_drawn() const { return path == "hash"; }
};

/// Which draw of hashed paths: a function of these and of nothing else.
struct PathDraw {
  std::uint64_t seed = 1;
  std::uint64_t replication = 0;
  std::string_view network = {};  ///< its name: networks of one cluster draw apart
};

/// What holds for a network as a whole.
struct NetworkFacts {
  LinkIndex fabric_links = 0;     ///< directed links between switches
  BytesPerSecond host_link{1.0};  ///< payload bandwidth of a node's own link
  Seconds hop_latency{0.0};
  /// A hop is a switch, and its cables cost nothing; else a hop is a link and the switch behind it.
  bool hop_is_a_switch = false;
  /// Consecutive hosts below one switch, or one set of rails: traffic among them, on equal rails,
  /// meets no other switch.
  std::uint32_t hosts_per_leaf = 1;
  std::uint32_t switches_per_leaf = 1;  ///< more where each rail of those hosts has its own
  RoutingFacts routing = {};
};

/// Links one after the other, over which bytes are spread evenly.
struct LinkSpan {
  LinkIndex first = 0;
  LinkIndex count = 1;
};

/// Contract: constant once it is built, so that runs share it. Links are numbered: first the one up
/// from each adapter and then the one down to each, both in the order of `ports`, then those
/// between switches. A route begins with the sender's link up, ends with the receiver's link down,
/// meets no link twice, and is the same whenever it is asked for.
class Network {
 public:
  Network(PortLayout ports, NetworkFacts facts)
      : ports_(std::move(ports)), facts_(std::move(facts)) {}
  virtual ~Network() = default;

  /// Payload bandwidth of a link in its direction.
  [[nodiscard]] virtual BytesPerSecond capacity(LinkIndex link) const = 0;
  /// Appends the links from one adapter to another one, in order; nothing when both are of one
  /// node. A node with fewer rails than that uses its own in turn.
  virtual void route(Port from, Port to, std::vector<LinkIndex>& links) const = 0;
  enum class Way : std::uint8_t { in, out };
  /// Appends the links between switches that bytes cross between an adapter and what is plugged in
  /// above the leaves, over all equal paths evenly; nothing where one switch joins all.
  virtual void way_above(Port /*of*/, Way /*way*/, std::vector<LinkSpan>& /*links*/) const {}
  /// What a reader sees: "gpu/3 → leaf 0".
  [[nodiscard]] virtual std::string link_name(LinkIndex link, const Platform& platform) const = 0;
  /// Switches have as many ports as it takes where their number is not known.
  [[nodiscard]] virtual NetworkParts parts() const = 0;
  /// The same network with its hashed paths as that draw has them; null where none is drawn.
  [[nodiscard]] virtual std::unique_ptr<Network> drawn(const PathDraw& /*draw*/) const {
    return nullptr;
  }

  /// The adapters that it joins.
  [[nodiscard]] const PortLayout& ports() const { return ports_; }
  [[nodiscard]] LinkIndex link_count() const {
    return 2 * ports_.port_count() + facts_.fabric_links;
  }
  /// Whether a link is one of the two ends of a route: between an adapter and its switch.
  [[nodiscard]] bool is_host_link(LinkIndex link) const { return link < 2 * ports_.port_count(); }
  [[nodiscard]] LinkTier tier(LinkIndex link) const {
    return is_host_link(link) ? LinkTier::host : LinkTier::fabric;
  }
  /// Adapters of a node on it; 0: the network does not join it, and no route leads there.
  [[nodiscard]] std::uint32_t rails_of(std::uint32_t node) const { return ports_.rails_of(node); }
  /// Its number among the nodes that are joined, by which leaves are filled.
  [[nodiscard]] std::uint32_t host_number(std::uint32_t node) const {
    return ports_.host_number(node);
  }
  [[nodiscard]] BytesPerSecond host_link() const { return facts_.host_link; }
  [[nodiscard]] Seconds hop_latency() const { return facts_.hop_latency; }
  /// What the switches and cables of a route of so many links from that node take.
  [[nodiscard]] virtual Seconds latency(std::size_t links, std::uint32_t /*from_node*/) const {
    return hop_latency() * static_cast<double>(hops(links));
  }
  /// Hops on a route of so many links.
  [[nodiscard]] std::size_t hops(std::size_t links) const {
    return facts_.hop_is_a_switch && links > 0 ? links - 1 : links;
  }
  [[nodiscard]] std::uint32_t hosts_per_leaf() const { return facts_.hosts_per_leaf; }
  [[nodiscard]] std::uint32_t switches_per_leaf() const { return facts_.switches_per_leaf; }
  [[nodiscard]] const RoutingFacts& routing() const { return facts_.routing; }

 private:
  PortLayout ports_;
  NetworkFacts facts_;
};

/// A network and how a cluster calls it.
struct NamedNetwork {
  std::string name;  ///< the scenario's: "compute"
  std::string role;  ///< of the adapters that it joins
  std::shared_ptr<const Network> network;
};

}  // namespace gpuscape
