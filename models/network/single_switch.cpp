/// One switch that never blocks, with a link to every adapter: what bounds traffic is the nodes'
/// own links, one in each direction.
/// Leaves out: what the switch's buffers do. Numbers are the user's or the catalogue's.

#include <fmt/format.h>

#include <algorithm>

#include "models/network/fabric/basis.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

class Star final : public Network {
 public:
  Star(const PortLayout& ports, const NetworkBasis& basis)
      : Network(ports, basis.facts({.hosts_per_leaf = ports.host_count()})), basis_(basis) {}

  [[nodiscard]] BytesPerSecond capacity(LinkIndex link) const override {
    return std::min(basis_.link, ports().line(link % ports().port_count()));
  }
  void route(Port from, Port to, std::vector<LinkIndex>& links) const override {
    if (from.node == to.node) return;
    links.insert(links.end(), {ports().index(from), ports().port_count() + ports().index(to)});
  }
  [[nodiscard]] NetworkParts parts() const override {
    NetworkParts parts;
    parts.adapters = ports().port_count();
    const SwitchSpec of = basis_.switches.value_or(SwitchSpec{});
    parts.kind = of.kind;
    parts.switches.push_back({of.model, "switch", 1, of.rack_units});
    const CableSpec cable = basis_.cable.value_or(CableSpec{});
    parts.cables.push_back({.between = "node and switch",
                            .model = cable.model,
                            .count = parts.adapters,
                            .speed = basis_.link,
                            .optical = cable.optical});
    return parts;
  }
  [[nodiscard]] std::string link_name(LinkIndex link, const Platform& platform) const override {
    const std::string port = port_name(ports(), link % ports().port_count(), platform);
    return link < ports().port_count() ? fmt::format("{} → switch", port)
                                       : fmt::format("switch → {}", port);
  }

 private:
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
    return std::make_unique<Star>(PortLayout(platform, basis_.role), basis_);
  }

 private:
  NetworkBasis basis_;
};

}  // namespace

void register_network_single_switch(Registry& registry) {
  registry.networks.add(
      {.name = "single-switch",
       .summary = "One switch with a link to every adapter.",
       .example = R"({"link": "10 GB/s", "latency": "1 us"})",
       .parts = parts_of_switches()},
      [](ObjectReader& reader) { return std::make_unique<SingleSwitch>(reader); });
}

}  // namespace gpuscape
