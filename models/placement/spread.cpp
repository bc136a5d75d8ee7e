/// Spread: a share goes to the emptiest node (most free GPUs; the lowest-numbered of equals), so
/// that jobs share nodes as little as possible; of several groups to the one of these on which the
/// most is left with it (as best fit counts that). A gang still takes as few nodes as it can.
/// Leaves out: memory when comparing nodes, and cores within a group (they only have to fit). Has
/// no numbers.

#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

class Spread final : public PlacementPolicy {
 public:
  using PlacementPolicy::PlacementPolicy;
  [[nodiscard]] GroupNode choose(const FreeNodes& nodes, const Demand& share) const override {
    for (std::int32_t level = nodes.gpus_per_node(); level >= share.gpus; --level) {
      const GroupNode node = nodes.first_at(level_of(level), share);
      if (!node.is_none()) return node;
    }
    return GroupNode::none();
  }
  [[nodiscard]] std::int64_t rank(const NodeOffer& offer) const override { return -offer.left; }
};

}  // namespace

void register_placement_spread(Registry& registry) {
  registry.placements.add("spread", "The emptiest node.", [](ObjectReader& reader) {
    return std::make_unique<Spread>(GroupOrder(reader));
  });
}

}  // namespace gpuscape
