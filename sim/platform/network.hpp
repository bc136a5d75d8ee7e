#pragma once
/// A network that joins the nodes of a platform: directed links and the one route that each pair of
/// nodes uses. Which topology it is, is a model's business (models/network).

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/units/quantity.hpp"
#include "sim/platform/platform.hpp"

namespace gpuscape {

/// Index over the directed links of one network.
using LinkIndex = std::uint32_t;

/// Between a node and its switch, or between switches: what reports sum over.
enum class LinkTier : std::uint8_t { host, fabric };

/// An adapter of a node on this network; `rail` counts those that the node has on it.
struct Port {
  std::uint32_t node = 0;  ///< over the platform
  std::uint32_t rail = 0;
};

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
  };
  std::vector<Switches> switches;
  std::vector<Cables> cables;
  std::int64_t adapters = 0;
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

/// Constant once it is built: runs share it.
class Network {
 public:
  virtual ~Network() = default;

  [[nodiscard]] virtual std::uint32_t link_count() const = 0;
  /// Payload bandwidth of a link in its direction.
  [[nodiscard]] virtual BytesPerSecond capacity(LinkIndex link) const = 0;
  [[nodiscard]] virtual LinkTier tier(LinkIndex link) const = 0;
  /// Appends the links from one node to another (indices over the platform), in order; nothing
  /// when they are the same.
  virtual void route(std::uint32_t from, std::uint32_t to, std::vector<LinkIndex>& links) const = 0;
  /// Adapters that a node has on it at most; nodes with fewer use theirs in turn.
  [[nodiscard]] virtual std::uint32_t rails() const { return 1; }
  /// Those of one node; 0: the network does not join it, and no route leads there.
  [[nodiscard]] virtual std::uint32_t rails_of(std::uint32_t /*node*/) const { return rails(); }
  /// Appends the links from one adapter to another one, in order; nothing when both are of one
  /// node.
  virtual void route_ports(Port from, Port to, std::vector<LinkIndex>& links) const {
    route(from.node, to.node, links);
  }
  [[nodiscard]] virtual RoutingFacts routing() const { return {}; }
  /// The same network with its hashed paths as that draw has them; null where none is drawn.
  [[nodiscard]] virtual std::unique_ptr<Network> drawn(const PathDraw& /*draw*/) const {
    return nullptr;
  }
  /// Whether a link is one of the two ends of a route: between an adapter and its switch.
  [[nodiscard]] bool is_host_link(LinkIndex link) const { return tier(link) == LinkTier::host; }
  /// Switches have as many ports as it takes where their number is not known.
  [[nodiscard]] virtual NetworkParts parts() const { return {}; }
  /// What a reader sees: "gpu/3 → leaf 0".
  [[nodiscard]] virtual std::string link_name(LinkIndex link, const Platform& platform) const = 0;

  /// Payload bandwidth of a node's own link.
  [[nodiscard]] virtual BytesPerSecond host_link() const = 0;
  /// Latency of one hop.
  [[nodiscard]] virtual Seconds hop_latency() const = 0;
  /// Hops on a route of so many links: as many where a hop is a link and the switch behind it, one
  /// less where it is a switch (and its cables cost nothing).
  [[nodiscard]] virtual std::size_t hops(std::size_t links) const { return links; }
  /// Consecutive hosts below one switch, or one set of rails: traffic among them, on equal rails,
  /// meets no other switch.
  [[nodiscard]] virtual std::uint32_t hosts_per_leaf() const = 0;
  /// Its number among the nodes that are joined, by which leaves are filled.
  [[nodiscard]] virtual std::uint32_t host_number(std::uint32_t node) const { return node; }
};

}  // namespace gpuscape
