/// Pack: fills nodes in their order. A share goes to the lowest-numbered node that can take it, of
/// the first group with such a node, so that whole nodes stay free at the end of the list. Leaves
/// out: distance between the nodes of a gang. Has no numbers.

#include <algorithm>

#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

class Pack final : public PlacementPolicy {
 public:
  using PlacementPolicy::PlacementPolicy;
  [[nodiscard]] GroupNode choose(const FreeNodes& nodes, const Demand& share) const override {
    GroupNode best;
    for (FreeLevel level = nodes.next_level(share.gpus); !level.is_none();
         level = nodes.level_above(level)) {
      best = std::min(best, nodes.first_at(level, share));
    }
    return best;
  }
  [[nodiscard]] std::int64_t rank(const NodeOffer& offer) const override {
    return static_cast<std::int64_t>(offer.place);
  }
};

}  // namespace

void register_placement_pack(Registry& registry) {
  registry.placements.add(
      "pack", "Fills nodes in their order: the first node that can take a share.",
      [](ObjectReader& reader) { return std::make_unique<Pack>(GroupOrder(reader)); });
}

}  // namespace gpuscape
