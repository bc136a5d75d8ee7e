/// Placements that keep the nodes of a gang together, for GPUs that exchange data fastest within a
/// neighbourhood of nodes.
/// Same rail: within one scalable unit of a rail-optimised network, where adapter r of each node is
/// plugged into the same leaf r, so that equal rails meet one switch. In other networks a unit is
/// what is below one leaf switch, and without a network all nodes.
/// Same NVLink domain: within so many consecutive nodes of a group, as the 18 trays of 4 GPUs that
/// an NVL72 rack joins over its NVLink switches; Slurm's topology/block has such blocks.
/// A gang goes to the domain with the least room that is enough, else, or where that is not
/// required, to as few as it can, the roomiest first. What fits one node goes to the fullest node
/// that can take it. Required, a gang that fits an empty domain waits until one has room: for all
/// of its shares, each counted as large as the largest.
/// Leaves out: a backfill's reservation of a whole domain, by which jobs behind such a gang could
/// not delay it; exchange over NVLink between nodes, which networks do not model; of single pods,
/// room held for those of a gang that come later. The 18 nodes are those of the catalogue's racks.

#include <map>

#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

class OneDomain final : public PlacementPolicy {
 public:
  /// Without a number of nodes a domain is what is below one leaf.
  OneDomain(ObjectReader& reader, std::optional<std::uint32_t> nodes)
      : PlacementPolicy(GroupOrder(reader)),
        nodes_(nodes),
        required_(reader.boolean(
            "required", false,
            "Whether a job on several nodes waits until one domain has room for all of it, where "
            "one could hold it; otherwise it takes as few domains as it can.")) {}

  [[nodiscard]] GroupNode choose(const FreeNodes& nodes, const Demand& share) const override {
    const bool is_first = nodes.last_chosen().is_none();
    if (!is_first) {
      const GroupNode node = fullest(nodes, share, domain_of(nodes, nodes.last_chosen()));
      if (!node.is_none()) return node;
    }
    if (is_first && nodes.shares_left() == 1) return fullest(nodes, share, nodes.all());
    const auto [domain, room] = best_domain(nodes, share);
    if (is_first && required_ && room < nodes.shares_left() &&
        nodes.shares_left() <= largest_domain(nodes))
      return GroupNode::none();
    return fullest(nodes, share, domain);
  }
  [[nodiscard]] std::int64_t rank(const NodeOffer& offer) const override { return offer.left; }

 private:
  static GroupNode fullest(const FreeNodes& nodes, const Demand& share, NodeRange range) {
    for (FreeLevel level = nodes.next_level(share.gpus); !level.is_none();
         level = nodes.level_above(level)) {
      const GroupNode node = nodes.first_at(level, share, range);
      if (!node.is_none()) return node;
    }
    return GroupNode::none();
  }

  [[nodiscard]] NodeRange domain_of(const FreeNodes& nodes, GroupNode node) const {
    if (!nodes_) return nodes.leaf_of(node);
    const std::uint32_t begin = node.index() / *nodes_ * *nodes_;
    return {begin, std::min(begin + *nodes_, nodes.all().end)};
  }

  struct Domain {
    NodeRange nodes;
    std::uint32_t room = 0;  ///< nodes of it that may take the share
  };

  /// Of no nodes where none has room.
  [[nodiscard]] Domain best_domain(const FreeNodes& nodes, const Demand& share) const {
    std::map<std::uint32_t, Domain> domains;  // by first node
    nodes.each(share, [&](GroupNode node, const Demand&) {
      const NodeRange range = domain_of(nodes, node);
      Domain& domain = domains[range.begin];
      domain.nodes = range;
      ++domain.room;
    });
    const std::uint32_t wanted = nodes.shares_left();
    Domain best;
    for (const auto& [begin, domain] : domains) {
      const bool better = best.room >= wanted ? domain.room >= wanted && domain.room < best.room
                                              : domain.room > best.room;
      if (better) best = domain;
    }
    return best;
  }

  [[nodiscard]] std::uint32_t largest_domain(const FreeNodes& nodes) const {
    std::uint32_t largest = 0;
    for (std::uint32_t node = 0; node < nodes.all().end;) {
      const NodeRange range = domain_of(nodes, GroupNode(node));
      largest = std::max(largest, range.end - range.begin);
      node = range.end;
    }
    return largest;
  }

  std::optional<std::uint32_t> nodes_;
  bool required_;
};

constexpr std::int64_t kTraysOfARack = 18;

}  // namespace

void register_placement_one_domain(Registry& registry) {
  registry.placements.add(
      "same-rail",
      "Keeps a job's nodes in one unit of a rail-optimised network, where equal rails meet one "
      "switch, or in few.",
      [](ObjectReader& reader) { return std::make_unique<OneDomain>(reader, std::nullopt); });
  registry.placements.add(
      "same-nvlink-domain",
      "Keeps a job's nodes in one NVLink domain, as the trays of an NVL72 rack are, or in few.",
      [](ObjectReader& reader) {
        const std::int64_t nodes =
            reader.count("nodes_per_domain", kTraysOfARack,
                         "Consecutive nodes of a group that share one NVLink domain.",
                         Bounds{.least = 1, .most = 1e6});
        return std::make_unique<OneDomain>(reader, static_cast<std::uint32_t>(nodes));
      });
}

}  // namespace gpuscape
