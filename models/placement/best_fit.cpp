/// Best fit: a share goes to the fullest node that can take it (fewest free GPUs; the
/// lowest-numbered of equals), so that large gaps stay large. Leaves out: cores and memory when
/// comparing nodes (they only have to fit). Has no numbers.

#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

class BestFit final : public PlacementPolicy {
 public:
  using PlacementPolicy::PlacementPolicy;
  [[nodiscard]] GroupNode choose(const FreeNodes& nodes, const Demand& share) const override {
    for (FreeLevel level = nodes.next_level(share.gpus); !level.is_none();
         level = nodes.level_above(level)) {
      const GroupNode node = nodes.first_at(level, share);
      if (!node.is_none()) return node;
    }
    return GroupNode::none();
  }
};

}  // namespace

void register_placement_best_fit(Registry& registry) {
  registry.placements.add(
      "best-fit", "The fullest node that can take a share.",
      [](ObjectReader& reader) { return std::make_unique<BestFit>(GroupOrder(reader)); });
}

}  // namespace gpuscape
