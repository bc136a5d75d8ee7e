/// A rail-optimised fabric: nodes stand in scalable units, and adapter r of every node of a unit is
/// plugged into leaf r of the unit. Equal rails of one unit meet one switch; other rails and other
/// units meet over spines, and over cores where two levels do not join all leaves. Leaves of one
/// rail are neighbours below the spines of a pod, as in NVIDIA's DGX SuperPOD reference
/// architectures, whose counts of switches and cables this reproduces for H100 and B200.
/// Leaves out: the way over NVLink to the matching rail, which is for transports to choose;
/// packets' order, buffers. Numbers are the user's or the catalogue's.

#include <fmt/format.h>

#include "models/network/fabric/clos_network.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

class RailOptimised final : public NetworkModel {
 public:
  explicit RailOptimised(ObjectReader& reader) : basis_(read_network_basis(reader)) {
    read_uplink_cable(reader, basis_);
    radix_ = read_radix(reader, basis_);
    nodes_per_unit_ = reader.optional_count(
        "nodes_per_unit",
        "Nodes of a scalable unit, which share a leaf per rail; without it as many as a leaf's "
        "ports allow.",
        Bounds{.least = 1, .most = 1e5});
    oversubscription_ = reader.number("oversubscription", 1.0,
                                      "Bandwidth of a leaf's hosts divided by that of its uplinks.",
                                      Bounds{.least = 1.0, .most = 1e5});
    path_ = read_path_wish(reader);
  }
  [[nodiscard]] std::string role() const override { return basis_.role; }
  [[nodiscard]] NetworkFault fault(const Platform& platform) const override {
    if (basis_.faulty) return {};
    const PortLayout ports(platform, basis_.role);
    NetworkFault fault = basis_fault(basis_, platform, ports);
    if (!fault.message.empty()) return fault;
    const ClosShape shape = shape_for(platform, ports);
    if (shape.slots == 0 || shape.slots + shape.uplinks > radix_)
      return {"nodes_per_unit",
              fmt::format("{} nodes in a unit and {} uplinks are more than the {} ports of a leaf: "
                          "{} nodes fit",
                          nodes_per_unit_.value_or(1), shape.uplinks, radix_,
                          split_leaf(radix_, oversubscription_, 1).slots)};
    const std::uint64_t most = most_leaves(radix_, 3) / ports.rails() * shape.hosts_per_leaf;
    if (ports.host_count() > most)
      return {basis_.switches ? "switch" : "ports",
              fmt::format("{} are more than three levels of switches of {} ports join: {} nodes "
                          "fit",
                          ports_text(ports), radix_, most),
              "switches with more ports join more"};
    return size_fault(shape, ports);
  }
  [[nodiscard]] std::unique_ptr<Network> build(const Platform& platform) const override {
    return std::make_unique<ClosNetwork>(platform, basis_,
                                         shape_for(platform, PortLayout(platform, basis_.role)));
  }

 private:
  [[nodiscard]] ClosShape shape_for(const Platform& platform, const PortLayout& ports) const {
    ClosShape shape;
    shape.by_rail = true;
    shape.rails = std::max(1U, ports.rails());
    const LeafSplit split = split_leaf(radix_, oversubscription_, 1);
    shape.slots = nodes_per_unit_ ? static_cast<std::uint32_t>(*nodes_per_unit_) : split.slots;
    if (shape.slots == 0) return shape;
    shape.hosts_per_leaf = shape.slots;
    shape.uplinks = uplinks_for(shape.slots, oversubscription_);
    shape.leaves = (ports.host_count() + shape.slots - 1) / shape.slots * ports.rails();
    shape.radix = radix_;
    shape.uplink = basis_.uplink;
    shape.path = path_rule(path_, basis_, platform);
    lay_out(shape, shape.leaves > radix_ ? 3 : 2);
    return shape;
  }

  NetworkBasis basis_;
  std::uint32_t radix_;
  std::optional<std::int64_t> nodes_per_unit_;
  double oversubscription_;
  PathWish path_;
};

}  // namespace

void register_network_rail_optimised(Registry& registry) {
  registry.networks.add(
      {.name = "rail-optimised",
       .summary = "Adapter r of every node of a unit below leaf r, spines above.",
       .example = R"({"link": "10 GB/s", "latency": "1 us", "ports": 8, "path": "hash"})",
       .parts = parts_of_joined_switches()},
      [](ObjectReader& reader) { return std::make_unique<RailOptimised>(reader); });
}

}  // namespace gpuscape
