/// A fat tree of equal switches: leaves with hosts below, spines, and cores above pods where two
/// levels do not join all nodes (Leiserson 1985; as folded Clos network with k-port switches: k²/2
/// hosts on two levels, k³/4 on three). Non-blocking unless the leaves are oversubscribed; above
/// them it always is. All adapters of a node are plugged into one leaf.
/// Whether every permutation finds full injection depends on `path`: docs/explanation/networks.md.
/// Leaves out: packets' order, buffers, adaptive routing's delay. Numbers are the user's or the
/// catalogue's; the counting rules are those of the catalogue (`wiring_rules`).

#include <fmt/format.h>

#include "models/network/fabric/clos_network.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

class FatTree final : public NetworkModel {
 public:
  explicit FatTree(ObjectReader& reader) : basis_(read_network_basis(reader)) {
    read_uplink_cable(reader, basis_);
    radix_ = read_radix(reader, basis_);
    levels_ = reader.optional_count(
        "levels", "Levels of switches; by default two if they connect all nodes, otherwise three.",
        Bounds{.least = 2, .most = 3});
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
    if (shape.slots == 0)
      return {basis_.switches ? "switch" : "ports",
              fmt::format("a node has {} adapters, and a leaf of {} ports has {} for them",
                          ports.rails(), radix_, split_leaf(radix_, oversubscription_, 1).slots)};
    const int levels = most_levels();
    const std::uint64_t most = most_leaves(radix_, levels);
    if (shape.leaves > most)
      return {basis_.switches ? "switch" : "ports",
              fmt::format("{} are more than {} levels of switches of {} ports join: {} nodes fit",
                          ports_text(ports), levels, radix_, most * shape.hosts_per_leaf),
              levels == 2 ? "three levels join more" : "switches with more ports join more"};
    return size_fault(shape, ports);
  }
  [[nodiscard]] std::unique_ptr<Network> build(const Platform& platform) const override {
    return std::make_unique<ClosNetwork>(platform, basis_,
                                         shape_for(platform, PortLayout(platform, basis_.role)));
  }

 private:
  [[nodiscard]] int most_levels() const { return levels_ == 2 ? 2 : 3; }
  /// No slots: not even one node fits a leaf.
  [[nodiscard]] ClosShape shape_for(const Platform& platform, const PortLayout& ports) const {
    ClosShape shape;
    const LeafSplit split = split_leaf(radix_, oversubscription_, ports.rails());
    shape.slots = split.slots;
    if (split.slots == 0) return shape;
    shape.hosts_per_leaf = split.slots / ports.rails();
    shape.uplinks = split.uplinks;
    shape.leaves = (ports.host_count() + shape.hosts_per_leaf - 1) / shape.hosts_per_leaf;
    shape.radix = radix_;
    shape.uplink = basis_.uplink;
    shape.path = path_rule(path_, basis_, platform);
    lay_out(shape, levels_ == 3 || shape.leaves > radix_ ? 3 : 2);
    return shape;
  }

  NetworkBasis basis_;
  std::uint32_t radix_;
  std::optional<std::int64_t> levels_;
  double oversubscription_;
  PathWish path_;
};

}  // namespace

void register_network_fat_tree(Registry& registry) {
  registry.networks.add(
      {.name = "fat-tree",
       .summary = "Leaves, spines and cores of equal switches.",
       .example = R"({"link": "10 GB/s", "latency": "1 us", "ports": 8, "path": "dst-mod-k"})",
       .parts = parts_of_joined_switches()},
      [](ObjectReader& reader) { return std::make_unique<FatTree>(reader); });
}

}  // namespace gpuscape
