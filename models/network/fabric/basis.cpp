#include "models/network/fabric/basis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace gpuscape {

namespace {

void read_switch(ObjectReader& reader, SwitchSpec& spec) {
  spec.model = reader.optional_text("entry", "The catalogue's name of it.").value_or("");
  spec.ports = static_cast<std::uint32_t>(
      reader.count("ports", "Ports of one switch.", Bounds{.least = 2, .most = 1e5}));
  spec.speed = reader.quantity<BytesPerSecond>(
      "speed", "Payload bandwidth of a port, per direction.", kLinkBounds);
  spec.latency = reader.quantity<Seconds>("port_to_port_latency", "From one port to another.",
                                          Bounds{.least = 0.0, .most = 1.0});
  spec.rack_units = reader
                        .optional_number("rack_units", "Height of one switch in rack units.",
                                         Bounds{.least = 0.0, .most = 1000.0})
                        .value_or(0.0);
  spec.kind = reader
                  .optional_one_of("kind", {"infiniband", "ethernet"},
                                   "What it switches, by which routes choose among equal paths.")
                  .value_or("");
}

/// Copper reaches this far at the rates of GPU clusters.
constexpr double kLongestCopper = 5.0;

void read_cable(ObjectReader& reader, CableSpec& spec) {
  spec.model = reader.optional_text("entry", "The catalogue's name of it.").value_or("");
  spec.speed =
      reader.quantity<BytesPerSecond>("speed", "What it carries, per direction.", kLinkBounds);
  const std::string length =
      reader.optional_text("max_length", "How long it may be, as in \"3 m\".").value_or("");
  const bool twisted_pair = spec.model.starts_with("cat");
  spec.optical = !twisted_pair && std::strtod(length.c_str(), nullptr) > kLongestCopper;
}

/// What the catalogue's entry of the network's transport needs; empty where it names none.
std::string protocol_of_transport(const ObjectReader& reader) {
  const JsonValue* transport = reader.value().find(kTransportPart.path);
  const JsonValue* protocol = transport == nullptr ? nullptr : transport->find("protocol");
  return protocol != nullptr && protocol->is_text() ? protocol->text() : "";
}

/// The network's own name where that says it: "/cluster/networks/storage".
std::string default_role(const ObjectReader& reader) {
  const std::string& pointer = reader.pointer();
  const std::string name = pointer.substr(pointer.rfind('/') + 1);
  return std::ranges::find(kNetworkRoles, name) == kNetworkRoles.end() ? "compute" : name;
}

}  // namespace

NetworkBasis read_network_basis(ObjectReader& reader) {
  NetworkBasis basis;
  const bool neither = !reader.has("switch") && !reader.has("link");
  if (neither && !reader.describing())
    reader.issue("", "a network needs \"switch\", or \"link\" and \"latency\"",
                 "`gpuscape catalog` lists switches");
  const bool by_switch = neither || reader.has("switch");
  constexpr const char* kLink =
      "Payload bandwidth of a port between node and switch, per direction; with `switch` that of "
      "its ports. Never more than a node's adapter carries.";
  constexpr const char* kLatency =
      "Latency of a link and the switch behind it; with `switch` that of each switch on the way.";
  const auto link = by_switch ? reader.optional_quantity<BytesPerSecond>("link", kLink, kLinkBounds)
                              : reader.quantity<BytesPerSecond>("link", kLink, kLinkBounds);
  const auto latency = by_switch ? reader.optional_quantity<Seconds>("latency", kLatency)
                                 : reader.quantity<Seconds>("latency", kLatency);
  SwitchSpec of;
  const std::size_t faults = reader.context().issue_count();
  if (read_named_part(
          reader, kSwitchPart,
          "What it is built of: a switch of the catalogue by name, or in place `ports`, `speed` "
          "(payload of a port, per direction), `port_to_port_latency`, `kind` (`infiniband` or "
          "`ethernet`) and `rack_units`.",
          [&](ObjectReader& inner) { read_switch(inner, of); }))
    basis.switches = of;
  CableSpec cable;
  if (read_named_part(
          reader, kCablePart,
          "What joins nodes and switches: a cable of the catalogue by name, or in place `speed` "
          "and `max_length`.",
          [&](ObjectReader& inner) { read_cable(inner, cable); }))
    basis.cable = cable;
  const JsonValue* named = reader.value().find(kSwitchPart.path);
  basis.faulty = reader.context().issue_count() > faults || (named && is_unknown_name(*named));
  if (reader.describing())
    reader.ignored(kTransportPart.path, FieldType::any,
                   "How bytes move on it: a transport of the catalogue by name, or in place.");
  else
    reader.keep(kTransportPart.path);
  basis.transport_protocol = protocol_of_transport(reader);
  basis.role = reader
                   .optional_one_of("role", {kNetworkRoles.begin(), kNetworkRoles.end()},
                                    "Which adapters of the nodes it connects; by default the "
                                    "network's name if that is one of these, otherwise `compute`.")
                   .value_or(default_role(reader));
  basis.hop_is_a_switch = basis.switches && !latency;
  basis.link = link.value_or(of.speed);
  basis.uplink = basis.link;
  if (basis.cable) basis.link = std::min(basis.link, cable.speed);
  basis.latency = latency.value_or(of.latency);
  return basis;
}

void read_uplink_cable(ObjectReader& reader, NetworkBasis& basis) {
  CableSpec cable;
  if (!read_named_part(reader, kUplinkCablePart,
                       "What joins switches: a cable of the catalogue by name, or in place `speed` "
                       "and `max_length`; without it, an optical one of the catalogue as fast as "
                       "the ports is priced.",
                       [&](ObjectReader& inner) { read_cable(inner, cable); }))
    return;
  basis.uplink_cable = cable;
  basis.uplink = std::min(basis.uplink, cable.speed);
}

std::uint32_t read_radix(ObjectReader& reader, const NetworkBasis& basis) {
  constexpr const char* kPorts = "Ports of a switch; with `switch` those of that one.";
  const Bounds bounds{.least = 2, .most = 1e5};
  const std::optional<std::int64_t> ports = reader.describing() || basis.switches
                                                ? reader.optional_count("ports", kPorts, bounds)
                                                : reader.count("ports", kPorts, bounds);
  const std::uint32_t of_switch = basis.switches ? std::max(2U, basis.switches->ports) : 2;
  return ports ? static_cast<std::uint32_t>(*ports) : of_switch;
}

NetworkFault basis_fault(const NetworkBasis& basis, const Platform& platform,
                         const PortLayout& ports) {
  NetworkFault fault = pool_fault(platform);
  if (!fault.message.empty()) return fault;
  constexpr std::uint32_t kMostPorts = 10'000'000;
  if (ports.port_count() > kMostPorts)
    return {"", fmt::format("{} adapters are more than this version holds: {}", ports.port_count(),
                            kMostPorts)};
  if (ports.port_count() > 0) return fault;
  return {"role", fmt::format("no node has an adapter for a {} network", basis.role),
          "a node's `nics` say what each is for, by `role`"};
}

std::string ports_text(const PortLayout& ports) {
  if (ports.port_count() == ports.host_count()) return fmt::format("{} nodes", ports.host_count());
  return fmt::format("{} adapters of {} nodes", ports.port_count(), ports.host_count());
}

std::string port_name(const PortLayout& ports, std::uint32_t index, const Platform& platform) {
  const Port port = ports.port(index);
  const std::string node = platform.node_name(port.node);
  return ports.rails_of(port.node) == 1 ? node : fmt::format("{} rail {}", node, port.rail);
}

}  // namespace gpuscape
