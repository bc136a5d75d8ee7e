/// GPU packing: shared GPUs with room first, then free GPUs of nodes on which GPUs are in use, then
/// empty nodes, so that whole GPUs and whole nodes stay free (Weng et al., NSDI 2022, on Alibaba's
/// cluster). Of shared GPUs the one with the least left, of nodes the one with the fewest free
/// GPUs, of equals the lowest-numbered; to jobs without GPUs all nodes are alike. Leaves out: cores
/// and memory when comparing nodes (they only have to fit). Has no numbers.

#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

class GpuPacking final : public ScoringPlacement {
 public:
  using ScoringPlacement::ScoringPlacement;
  [[nodiscard]] NodeChoice weigh(const FreeNodes& nodes, const Demand& share) const override {
    const GroupCapacity& capacity = nodes.capacity();
    const GpuPartOfAsk part = capacity.part_of(share);
    NodeChoice best;
    nodes.each_place(share, [&](GroupNode node) {
      NodeChoice here{.node = node};
      if (part.milli != 0) here.gpu = nodes.fullest_gpu(node, part);
      const std::int32_t free = capacity.free_gpus(node.index());
      const bool is_empty = free == nodes.gpus_per_node();
      if (here.gpu)
        here.score = capacity.shared_gpus()->left(here.gpu->gpu);
      else if (share.gpus > 0)
        here.score = (is_empty ? kEmptyNode : kFreeGpu) + free;
      best.take_better(here);
    });
    return best;
  }

 private:
  static constexpr std::int64_t kFreeGpu = 1'000'000;
  static constexpr std::int64_t kEmptyNode = 2'000'000;
};

}  // namespace

void register_placement_gpu_packing(Registry& registry) {
  registry.placements.add(
      "gpu-packing",
      "Shared GPUs first, then free GPUs of nodes in use, then empty nodes; the fullest of each.",
      [](ObjectReader& reader) { return std::make_unique<GpuPacking>(GroupOrder(reader)); });
}

}  // namespace gpuscape
