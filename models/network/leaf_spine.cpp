/// Leaf switches with hosts below, and spine switches each of which every leaf has one uplink to.
/// Hosts are numbered through: `hosts_per_leaf` consecutive nodes share a leaf, with all adapters.
/// A leaf has as many uplinks, one to each spine, as carry what its hosts can send ÷
/// oversubscription: a ratio that needs a part of an uplink is refused. Built of a `switch`, a leaf
/// has as many hosts as its ports allow, and a spine takes several uplinks of a leaf where its
/// ports are more than the leaves. Between two leaves the route goes over one spine.
/// Leaves out: packets' order, buffers. Numbers are the user's or the catalogue's.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/network/fabric/clos_network.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

class LeafSpine final : public NetworkModel {
 public:
  explicit LeafSpine(ObjectReader& reader) : basis_(read_network_basis(reader)) {
    read_uplink_cable(reader, basis_);
    constexpr const char* kHosts =
        "Nodes below one leaf switch; with `switch`, as many as its ports allow.";
    const Bounds bounds{.least = 1, .most = 1e6};
    if (reader.describing() || basis_.switches)
      hosts_per_leaf_ = reader.optional_count("hosts_per_leaf", kHosts, bounds);
    else
      hosts_per_leaf_ = reader.count("hosts_per_leaf", kHosts, bounds);
    leaves_ = reader.optional_count(
        "leaves", "Leaf switches there are; without it as many as the nodes need.",
        Bounds{.least = 1, .most = 1e7});
    oversubscription_ =
        reader.number("oversubscription", 1.0,
                      "Bandwidth of a leaf's hosts divided by that of its uplinks.", kPositive);
    path_ = read_path_wish(reader);
    uplink_ = reader
                  .optional_quantity<BytesPerSecond>(
                      "uplink",
                      "Payload bandwidth of a link between leaf and spine, "
                      "per direction; that of a node's without it.",
                      kLinkBounds)
                  .value_or(basis_.link);
    if (basis_.uplink_cable) uplink_ = std::min(uplink_, basis_.uplink_cable->speed);
  }
  [[nodiscard]] std::string role() const override { return basis_.role; }
  [[nodiscard]] NetworkFault fault(const Platform& platform) const override {
    if (basis_.faulty) return {};
    const PortLayout ports(platform, basis_.role);
    NetworkFault fault = basis_fault(basis_, platform, ports);
    if (!fault.message.empty()) return fault;
    const ClosShape shape = shape_for(platform, ports);
    if (shape.slots == 0) return no_room(ports);
    if (std::string wrong = uplink_fault(shape.hosts_per_leaf, ports.rails());
        hosts_per_leaf_ && !wrong.empty())
      return {"oversubscription", wrong};
    if (leaves_ && *leaves_ * shape.hosts_per_leaf < ports.host_count()) {
      return {"leaves",
              fmt::format("{} nodes are more than {} {} of {} hosts hold", ports.host_count(),
                          *leaves_, *leaves_ == 1 ? "leaf" : "leaves", shape.hosts_per_leaf)};
    }
    fault = port_fault(shape);
    return fault.message.empty() ? size_fault(shape, ports) : fault;
  }
  [[nodiscard]] std::unique_ptr<Network> build(const Platform& platform) const override {
    return std::make_unique<ClosNetwork>(platform, basis_,
                                         shape_for(platform, PortLayout(platform, basis_.role)));
  }

 private:
  /// 0: as many ports as it takes.
  [[nodiscard]] std::uint32_t radix() const { return basis_.switches ? basis_.switches->ports : 0; }
  /// No slots: not even one node fits a leaf.
  [[nodiscard]] ClosShape shape_for(const Platform& platform, const PortLayout& ports) const {
    ClosShape shape;
    if (hosts_per_leaf_) {
      shape.hosts_per_leaf = static_cast<std::uint32_t>(*hosts_per_leaf_);
      shape.uplinks = static_cast<std::uint32_t>(std::clamp(
          std::round(exact_uplinks(shape.hosts_per_leaf, ports.rails(), oversubscription_)), 1.0,
          1e7));
    } else {
      const double ratio = oversubscription_ * (uplink_ / basis_.link);
      const LeafSplit split = split_leaf(radix(), ratio, ports.rails());
      shape.hosts_per_leaf = split.slots / ports.rails();
      shape.uplinks = split.uplinks;
    }
    shape.slots = shape.hosts_per_leaf * ports.rails();
    if (shape.slots == 0) return shape;
    shape.leaves = (ports.host_count() + shape.hosts_per_leaf - 1) / shape.hosts_per_leaf;
    shape.radix = radix();
    shape.uplink = uplink_;
    shape.path = path_rule(path_, basis_, platform);
    lay_out(shape, 2);
    return shape;
  }
  /// Uplinks of a leaf that make the ratio, perhaps a part of one.
  [[nodiscard]] double exact_uplinks(std::uint32_t hosts, std::uint32_t rails,
                                     double oversubscription) const {
    const auto slots = static_cast<double>(std::int64_t{hosts} * rails);
    return slots * (basis_.link / uplink_) / oversubscription;
  }
  /// A hundredth of an uplink is what two digits of a ratio may be off.
  [[nodiscard]] std::string uplink_fault(std::uint32_t hosts, std::uint32_t rails) const {
    const double uplinks = exact_uplinks(hosts, rails, oversubscription_);
    if (std::abs(uplinks - std::round(uplinks)) <= 0.01 && uplinks > 0.9 && uplinks < 1e7)
      return "";
    const double all = exact_uplinks(hosts, rails, 1.0);
    const double fewer = std::clamp(std::floor(uplinks), 1.0, std::floor(std::max(1.0, all)));
    const double more = fewer + 1.0;
    std::string text = fmt::format(
        "oversubscription {} makes {:.4g} uplinks of {} to a leaf of {} hosts, and there are "
        "only "
        "whole ones: {:.4g} makes {:.0f}",
        oversubscription_, uplinks, human_text(uplink_), hosts, all / fewer, fewer);
    if (more <= all) text += fmt::format(", {:.4g} makes {:.0f}", all / more, more);
    return text;
  }
  [[nodiscard]] NetworkFault no_room(const PortLayout& ports) const {
    return {"switch", fmt::format("a node has {} adapters, and its leaf has {} ports for them and "
                                  "for uplinks",
                                  ports.rails(), radix())};
  }
  [[nodiscard]] NetworkFault port_fault(const ClosShape& shape) const {
    if (!basis_.switches) return {};
    if (shape.slots + shape.uplinks > shape.radix)
      return {"hosts_per_leaf",
              fmt::format("{} adapters and {} uplinks are more than the {} ports of a leaf",
                          shape.slots, shape.uplinks, shape.radix)};
    if (shape.leaves <= shape.radix) return {};
    return {"switch",
            fmt::format("{} leaves are more than a spine of {} ports joins: {} nodes fit",
                        shape.leaves, shape.radix, shape.radix * shape.hosts_per_leaf),
            "a fat-tree has a third level"};
  }

  NetworkBasis basis_;
  std::optional<std::int64_t> hosts_per_leaf_;
  std::optional<std::int64_t> leaves_;
  double oversubscription_;
  PathWish path_;
  BytesPerSecond uplink_{1.0};
};

}  // namespace

void register_network_leaf_spine(Registry& registry) {
  registry.networks.add(
      {.name = "leaf-spine",
       .summary = "Leaf switches with hosts below and spines above.",
       .example = R"({"link": "10 GB/s", "latency": "1 us", "hosts_per_leaf": 4, )"
                  R"("oversubscription": 2, "path": "dst-mod-k"})",
       .parts = parts_of_joined_switches()},
      [](ObjectReader& reader) { return std::make_unique<LeafSpine>(reader); });
}

}  // namespace gpuscape
