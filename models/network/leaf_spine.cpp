/// Leaf switches with hosts below, and spine switches each of which every leaf has one uplink to.
/// Hosts are numbered through: `hosts_per_leaf` consecutive nodes share a leaf. A leaf has as many
/// uplinks, one to each spine, as carry what its hosts can send ÷ oversubscription: a ratio that
/// needs a part of an uplink is refused. Between two leaves
/// the route goes over one spine: by the destination (`dst-mod-k`, as InfiniBand's fat-tree routing
/// does) or by a seeded hash of both ends (`hash`, as Ethernet's ECMP does).
/// Leaves out: adaptive routing, packets' order, buffers. Numbers are the user's.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/base/philox.hpp"
#include "sim/base/unit_text.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

struct LeafSpineShape {
  BytesPerSecond link{1.0};
  Seconds latency{0.0};
  std::uint32_t hosts_per_leaf = 1;
  std::uint32_t spines = 1;
  BytesPerSecond uplink{1.0};
  bool hash = false;
  std::uint32_t hash_seed = 0;
};

/// Links in this order: up from each node, down to each node, up from each leaf to each spine, down
/// from each spine to each leaf.
class LeafSpineNetwork final : public Network {
 public:
  LeafSpineNetwork(std::uint32_t nodes, const LeafSpineShape& shape)
      : nodes_(nodes),
        leaves_((nodes + shape.hosts_per_leaf - 1) / shape.hosts_per_leaf),
        shape_(shape) {}

  [[nodiscard]] std::uint32_t link_count() const override {
    return 2 * nodes_ + 2 * leaves_ * shape_.spines;
  }
  [[nodiscard]] LinkTier tier(LinkIndex link) const override {
    return link < 2 * nodes_ ? LinkTier::host : LinkTier::fabric;
  }
  [[nodiscard]] BytesPerSecond capacity(LinkIndex link) const override {
    return tier(link) == LinkTier::host ? shape_.link : shape_.uplink;
  }
  void route(std::uint32_t from, std::uint32_t to, std::vector<LinkIndex>& links) const override {
    if (from == to) return;
    links.push_back(from);
    const std::uint32_t from_leaf = from / shape_.hosts_per_leaf;
    const std::uint32_t to_leaf = to / shape_.hosts_per_leaf;
    if (from_leaf != to_leaf) {
      const std::uint32_t spine = spine_between(from, to);
      links.push_back(2 * nodes_ + from_leaf * shape_.spines + spine);
      links.push_back(2 * nodes_ + (leaves_ + to_leaf) * shape_.spines + spine);
    }
    links.push_back(nodes_ + to);
  }
  [[nodiscard]] std::string link_name(LinkIndex link, const Platform& platform) const override {
    if (link < 2 * nodes_) {
      const std::uint32_t node = link % nodes_;
      const std::uint32_t leaf = node / shape_.hosts_per_leaf;
      return link < nodes_ ? fmt::format("{} → leaf {}", platform.node_name(node), leaf)
                           : fmt::format("leaf {} → {}", leaf, platform.node_name(node));
    }
    const std::uint32_t pair = (link - 2 * nodes_) % (leaves_ * shape_.spines);
    const std::uint32_t leaf = pair / shape_.spines;
    const std::uint32_t spine = pair % shape_.spines;
    return link - 2 * nodes_ < leaves_ * shape_.spines
               ? fmt::format("leaf {} → spine {}", leaf, spine)
               : fmt::format("spine {} → leaf {}", spine, leaf);
  }
  [[nodiscard]] BytesPerSecond host_link() const override { return shape_.link; }
  [[nodiscard]] Seconds hop_latency() const override { return shape_.latency; }
  [[nodiscard]] std::uint32_t hosts_per_leaf() const override { return shape_.hosts_per_leaf; }

 private:
  [[nodiscard]] std::uint32_t spine_between(std::uint32_t from, std::uint32_t to) const {
    if (!shape_.hash) return to % shape_.spines;
    return philox4x32({from, to, 0, 0}, {shape_.hash_seed, 0})[0] % shape_.spines;
  }

  std::uint32_t nodes_;
  std::uint32_t leaves_;
  LeafSpineShape shape_;
};

class LeafSpine final : public NetworkModel {
 public:
  explicit LeafSpine(ObjectReader& reader) {
    shape_.link =
        reader.bandwidth("link", "Payload bandwidth of a node's link, per direction.", kLinkBounds);
    shape_.latency = reader.time("latency", "Latency of a link and the switch behind it.");
    shape_.hosts_per_leaf = static_cast<std::uint32_t>(reader.count(
        "hosts_per_leaf", "Nodes below one leaf switch.", Bounds{.least = 1, .most = 1e6}));
    leaves_ = reader.optional_count(
        "leaves", "Leaf switches there are; without it as many as the nodes need.",
        Bounds{.least = 1, .most = 1e7});
    oversubscription_ =
        reader.number("oversubscription", 1.0,
                      "Bandwidth of a leaf's hosts divided by that of its uplinks.", kPositive);
    shape_.hash =
        reader.one_of("path", {"dst-mod-k", "hash"}, "dst-mod-k",
                      "Which spine a route takes: by the destination's number, or by a hash of "
                      "both ends.") == "hash";
    shape_.hash_seed = static_cast<std::uint32_t>(
        reader.count("hash_seed", 1, "Another seed gives other paths, where `path` is `hash`.",
                     Bounds{.least = 0, .most = 4294967295.0}));
    shape_.uplink = reader
                        .optional_bandwidth("uplink",
                                            "Payload bandwidth of a link between leaf and spine, "
                                            "per direction; that of a node's without it.",
                                            kLinkBounds)
                        .value_or(shape_.link);
    shape_.spines = static_cast<std::uint32_t>(
        std::clamp(std::round(uplinks_for(oversubscription_)), 1.0, 1e7));
  }
  [[nodiscard]] NetworkFault fault(const Platform& platform) const override {
    NetworkFault fault = pool_fault(platform);
    if (!fault.message.empty()) return fault;
    if (std::string wrong = uplink_fault(); !wrong.empty()) return {"oversubscription", wrong};
    const std::int64_t places = leaves_.value_or(platform.node_count()) * shape_.hosts_per_leaf;
    if (places < platform.node_count()) {
      return {"leaves",
              fmt::format("{} nodes are more than {} {} of {} hosts hold", platform.node_count(),
                          *leaves_, *leaves_ == 1 ? "leaf" : "leaves", shape_.hosts_per_leaf)};
    }
    const double links =
        2.0 * platform.node_count() +
        2.0 * std::ceil(1.0 * platform.node_count() / shape_.hosts_per_leaf) * shape_.spines;
    constexpr double kMostLinks = 1e7;
    if (links > kMostLinks)
      return {"", fmt::format("{:.0f} links are more than this version holds: {:.0f}", links,
                              kMostLinks)};
    return {};
  }
  [[nodiscard]] std::unique_ptr<Network> build(const Platform& platform) const override {
    return std::make_unique<LeafSpineNetwork>(platform.node_count(), shape_);
  }

 private:
  /// Uplinks of a leaf that make the ratio, perhaps a part of one.
  [[nodiscard]] double uplinks_for(double oversubscription) const {
    return shape_.hosts_per_leaf * (shape_.link / shape_.uplink) / oversubscription;
  }
  /// A hundredth of an uplink is what two digits of a ratio may be off.
  [[nodiscard]] std::string uplink_fault() const {
    const double uplinks = uplinks_for(oversubscription_);
    if (std::abs(uplinks - std::round(uplinks)) <= 0.01 && uplinks > 0.9 && uplinks < 1e7)
      return "";
    const double all = uplinks_for(1.0);
    const double fewer = std::clamp(std::floor(uplinks), 1.0, std::floor(std::max(1.0, all)));
    const double more = fewer + 1.0;
    std::string text = fmt::format(
        "oversubscription {} makes {:.4g} uplinks of {} to a leaf of {} hosts, and there are "
        "only "
        "whole ones: {:.4g} makes {:.0f}",
        oversubscription_, uplinks, human_text(shape_.uplink), shape_.hosts_per_leaf, all / fewer,
        fewer);
    if (more <= all) text += fmt::format(", {:.4g} makes {:.0f}", all / more, more);
    return text;
  }

  LeafSpineShape shape_;
  std::optional<std::int64_t> leaves_;
  double oversubscription_;
};

}  // namespace

void register_network_leaf_spine(Registry& registry) {
  registry.networks.add("leaf-spine", "Leaf switches with hosts below and spines above.",
                        [](ObjectReader& reader) { return std::make_unique<LeafSpine>(reader); });
}

}  // namespace gpuscape
