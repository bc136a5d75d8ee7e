/// Best fit: a share goes to the fullest node that can take it (fewest free GPUs; the
/// lowest-numbered of equals), so that large gaps stay large. Leaves out: cores and memory when
/// comparing nodes (they only have to fit). Has no numbers.

#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

class BestFit final : public PlacementPolicy {
 public:
  [[nodiscard]] std::uint32_t choose(const FreeNodes& nodes, const Demand& share) const override {
    for (std::uint32_t level = nodes.next_level(share.gpus); level != FreeNodes::kNone;
         level = nodes.next_level(static_cast<std::int32_t>(level) + 1)) {
      const std::uint32_t node = nodes.first_at(level, share);
      if (node != FreeNodes::kNone) return node;
    }
    return FreeNodes::kNone;
  }
};

}  // namespace

void register_placement_best_fit(Registry& registry) {
  registry.placements.add("best-fit", "The fullest node that can take a share.",
                          [](ObjectReader&) { return std::make_unique<BestFit>(); });
}

}  // namespace gpuscape
