#pragma once
/// What every network of switches says about itself: whose adapters it joins, and of what it is
/// made.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/catalog/named_part.hpp"
#include "sim/fields/model_names.hpp"
#include "sim/fields/object_reader.hpp"
#include "sim/model/network.hpp"
#include "sim/platform/cluster/port_layout.hpp"

namespace gpuscape {

/// Equal to the catalogue's entry of a switch.
struct SwitchSpec {
  std::string model;  ///< the catalogue's id; empty: described in place
  std::uint32_t ports = 0;
  BytesPerSecond speed{1.0};  ///< of a port
  Seconds latency{0.0};
  double rack_units = 0.0;
  std::string kind;  ///< "infiniband", "ethernet"; empty: not said
};

struct CableSpec {
  std::string model;
  BytesPerSecond speed{1.0};
  bool optical = false;
};

struct NetworkBasis {
  std::string role;  ///< of the adapters
  std::optional<SwitchSpec> switches;
  std::optional<CableSpec> cable;         ///< between nodes and switches
  std::optional<CableSpec> uplink_cable;  ///< between switches
  BytesPerSecond link{1.0};               ///< of a port between node and switch
  BytesPerSecond uplink{1.0};             ///< of a port between switches
  Seconds latency{0.0};                   ///< of a hop
  bool hop_is_a_switch = false;           ///< not a link and the switch behind it
  std::string transport_protocol;  ///< what its transport needs adapters to speak; empty: not said
  bool faulty = false;             ///< its parts are: what follows from them is not worth saying

  /// What a network built of it says of itself: the rest is the topology's.
  [[nodiscard]] NetworkFacts facts(NetworkFacts of_topology) const {
    of_topology.host_link = link;
    of_topology.hop_latency = latency;
    of_topology.hop_is_a_switch = hop_is_a_switch;
    return of_topology;
  }
};

/// `switch`, or `link` and `latency`; `role`, `cable`.
NetworkBasis read_network_basis(ObjectReader& reader);

/// What a network of switches names out of the catalogue.
inline constexpr CatalogPart kSwitchPart{"switch", "switches"};
inline constexpr CatalogPart kTransportPart{"transport", "transports"};
inline constexpr CatalogPart kCablePart{"cable", "cables"};
inline constexpr CatalogPart kUplinkCablePart{"uplink_cable", "cables"};
[[nodiscard]] inline std::vector<CatalogPart> parts_of_switches() {
  return {kSwitchPart, kTransportPart, kCablePart};
}
/// The same of one that has cables between switches.
[[nodiscard]] inline std::vector<CatalogPart> parts_of_joined_switches() {
  return {kSwitchPart, kTransportPart, kCablePart, kUplinkCablePart};
}

/// `uplink_cable`, of networks that have cables between switches.
void read_uplink_cable(ObjectReader& reader, NetworkBasis& basis);

/// The ports of a switch: the `switch`'s, or `ports`.
std::uint32_t read_radix(ObjectReader& reader, const NetworkBasis& basis);

/// Whatever the topology: pools, and no adapter to join. An empty message where nothing is wrong.
NetworkFault basis_fault(const NetworkBasis& basis, const Platform& platform,
                         const PortLayout& ports);

/// "13 nodes", "104 adapters of 13 nodes".
std::string ports_text(const PortLayout& ports);
/// "gpu/3"; of a node with several on the network "gpu/3 rail 2".
std::string port_name(const PortLayout& ports, std::uint32_t index, const Platform& platform);

}  // namespace gpuscape
