/// Same leaf: a job on several nodes goes below one leaf switch where one has room (the leaf with
/// the least room that is enough), else over as few leaves as it can (the roomiest first), so that
/// its traffic meets few others between switches. What fits one node goes to the fullest node that
/// can take it, of several groups as best fit has it. Without a network of leaves all nodes count
/// as one leaf. Leaves out: waiting for a leaf to become free. Has no numbers.

#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

class SameLeaf final : public PlacementPolicy {
 public:
  using PlacementPolicy::PlacementPolicy;
  [[nodiscard]] GroupNode choose(const FreeNodes& nodes, const Demand& share) const override {
    if (!nodes.last_chosen().is_none()) {
      const GroupNode node = fullest(nodes, share, nodes.leaf_of(nodes.last_chosen()));
      if (!node.is_none()) return node;
    }
    if (nodes.shares_left() > 1 || !nodes.last_chosen().is_none()) {
      const GroupNode node = fullest(nodes, share, best_leaf(nodes, share));
      if (!node.is_none()) return node;
    }
    return fullest(nodes, share, nodes.all());
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

  static NodeRange best_leaf(const FreeNodes& nodes, const Demand& share) {
    NodeRange best{};
    std::uint32_t best_room = 0;
    const std::uint32_t wanted = nodes.shares_left();
    for (GroupNode node = nodes.first_from(share.gpus, 0); !node.is_none();) {
      const NodeRange leaf = nodes.leaf_of(node);
      const std::uint32_t room = nodes.count_from_level(share.gpus, leaf);
      const bool enough = room >= wanted;
      const bool better = best_room >= wanted ? enough && room < best_room : room > best_room;
      if (better) {
        best = leaf;
        best_room = room;
        // Nothing beats exactly enough, nor a leaf that is all free where none can be enough.
        if (room == wanted || room == nodes.largest_leaf()) {
          if (room <= wanted) return best;
        }
      }
      node = nodes.first_from(share.gpus, leaf.end);
    }
    return best;
  }
};

}  // namespace

void register_placement_same_leaf(Registry& registry) {
  registry.placements.add(
      "same-leaf",
      "Keeps a job's nodes below one leaf switch, or few; a share that fits one "
      "node goes to the fullest.",
      [](ObjectReader& reader) { return std::make_unique<SameLeaf>(GroupOrder(reader)); });
}

}  // namespace gpuscape
