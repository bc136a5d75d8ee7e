/// Best fit: a share goes to the fullest node that can take it, so that large gaps stay large: of a
/// group to the one with the fewest free GPUs (the lowest-numbered of equals), of several groups to
/// the one of these on which the least is left with it: of GPUs and, where the job asks for cores,
/// of cores, each as a share of the largest node's, as the best-fit baseline of Weng et al. (USENIX
/// ATC 2023) has it. Leaves out: memory when comparing nodes, and cores within a group (they only
/// have to fit). Has no numbers.

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
  [[nodiscard]] std::int64_t rank(const NodeOffer& offer) const override { return offer.left; }
};

}  // namespace

void register_placement_best_fit(Registry& registry) {
  registry.placements.add(
      "best-fit", "The fullest node that can take a share.",
      [](ObjectReader& reader) { return std::make_unique<BestFit>(GroupOrder(reader)); });
}

}  // namespace gpuscape
