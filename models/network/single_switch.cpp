/// One switch that never blocks, with a link to every adapter: what bounds traffic is the nodes'
/// own links, one in each direction.
/// Leaves out: what the switch's buffers do. Numbers are the user's or the catalogue's.

#include <fmt/format.h>

#include <algorithm>

#include "models/network/fabric/basis.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

/// Links in this order: up from each adapter, down to each adapter.
class Star final : public Network {
 public:
  Star(const Platform& platform, const NetworkBasis& basis)
      : ports_(platform, basis.role), basis_(basis) {}

  [[nodiscard]] std::uint32_t link_count() const override { return 2 * ports_.port_count(); }
  [[nodiscard]] BytesPerSecond capacity(LinkIndex link) const override {
    return std::min(basis_.link, ports_.line(link % ports_.port_count()));
  }
  [[nodiscard]] LinkTier tier(LinkIndex /*link*/) const override { return LinkTier::host; }
  void route(std::uint32_t from, std::uint32_t to, std::vector<LinkIndex>& links) const override {
    route_ports({from, 0}, {to, 0}, links);
  }
  void route_ports(Port from, Port to, std::vector<LinkIndex>& links) const override {
    if (from.node == to.node) return;
    links.insert(links.end(), {ports_.index(from), ports_.port_count() + ports_.index(to)});
  }
  [[nodiscard]] std::uint32_t rails() const override { return ports_.rails(); }
  [[nodiscard]] std::uint32_t rails_of(std::uint32_t node) const override {
    return ports_.rails_of(node);
  }
  [[nodiscard]] NetworkParts parts() const override {
    NetworkParts parts;
    const auto ports = static_cast<std::int64_t>(ports_.port_count());
    parts.adapters = ports;
    const SwitchSpec of = basis_.switches.value_or(SwitchSpec{});
    parts.switches.push_back({of.model, "switch", 1, of.rack_units});
    const CableSpec cable = basis_.cable.value_or(CableSpec{});
    parts.cables.push_back({"node and switch", cable.model, ports, basis_.link, cable.optical});
    return parts;
  }
  [[nodiscard]] std::string link_name(LinkIndex link, const Platform& platform) const override {
    const std::string port = port_name(ports_, link % ports_.port_count(), platform);
    return link < ports_.port_count() ? fmt::format("{} → switch", port)
                                      : fmt::format("switch → {}", port);
  }
  [[nodiscard]] BytesPerSecond host_link() const override { return basis_.link; }
  [[nodiscard]] Seconds hop_latency() const override { return basis_.latency; }
  [[nodiscard]] std::size_t hops(std::size_t links) const override { return basis_.hops(links); }
  [[nodiscard]] std::uint32_t hosts_per_leaf() const override { return ports_.host_count(); }
  [[nodiscard]] std::uint32_t host_number(std::uint32_t node) const override {
    return ports_.host_number(node);
  }

 private:
  PortLayout ports_;
  NetworkBasis basis_;
};

class SingleSwitch final : public NetworkModel {
 public:
  explicit SingleSwitch(ObjectReader& reader) : basis_(read_network_basis(reader)) {}
  [[nodiscard]] std::string role() const override { return basis_.role; }
  [[nodiscard]] NetworkFault fault(const Platform& platform) const override {
    if (basis_.faulty) return {};
    const PortLayout ports(platform, basis_.role);
    NetworkFault fault = basis_fault(basis_, platform, ports);
    if (!fault.message.empty() || !basis_.switches || ports.port_count() <= basis_.switches->ports)
      return fault;
    return {"switch",
            fmt::format("{} are more than one switch of {} ports takes", ports_text(ports),
                        basis_.switches->ports),
            "leaf-spine and fat-tree join more of them"};
  }
  [[nodiscard]] std::unique_ptr<Network> build(const Platform& platform) const override {
    return std::make_unique<Star>(platform, basis_);
  }

 private:
  NetworkBasis basis_;
};

}  // namespace

void register_network_single_switch(Registry& registry) {
  registry.networks.add(
      "single-switch", "One switch with a link to every adapter.",
      [](ObjectReader& reader) { return std::make_unique<SingleSwitch>(reader); });
}

}  // namespace gpuscape
