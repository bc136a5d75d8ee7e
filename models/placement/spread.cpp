/// Spread: a share goes to the emptiest node (most free GPUs; the lowest-numbered of equals), so
/// that jobs share nodes as little as possible. A gang still takes as few nodes as it can. Leaves
/// out: cores and memory when comparing nodes (they only have to fit). Has no numbers.

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
};

}  // namespace

void register_placement_spread(Registry& registry) {
  registry.placements.add("spread", "The emptiest node.", [](ObjectReader& reader) {
    return std::make_unique<Spread>(GroupOrder(reader));
  });
}

}  // namespace gpuscape
