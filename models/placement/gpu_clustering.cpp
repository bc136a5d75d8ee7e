/// GPU clustering: jobs of equal GPU request go together, as in Gandiva (Xiao et al., OSDI 2018):
/// first to nodes on which there is such a share, then to nodes on which no GPU is in use, then to
/// all others; of each the fullest, by GPUs, a part of one as a part, and of equals the
/// lowest-numbered. Parts of a GPU are one request, whatever their size; whole ones are told apart
/// by their number. A part goes to the GPU of its node with the least left. To jobs without GPUs
/// all nodes are alike. Leaves out: moving jobs later, cores and memory when comparing nodes (they
/// only have to fit). Has no numbers.

#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

class GpuClustering final : public ScoringPlacement {
 public:
  using ScoringPlacement::ScoringPlacement;
  [[nodiscard]] PlacementNeeds needs() const override {
    return {.weighs_parts = true, .kinds_on_nodes = true};
  }
  [[nodiscard]] NodeChoice weigh(const FreeNodes& nodes, const Demand& share) const override {
    const GroupCapacity& capacity = nodes.capacity();
    const GpuPartOfAsk part = capacity.part_of(share);
    NodeChoice best;
    nodes.each_place(share, [&](GroupNode node) {
      NodeChoice here{.node = node};
      if (share.gpus > 0) {
        const bool is_empty = capacity.free_gpus(node.index()) == nodes.gpus_per_node();
        const std::uint32_t alike =
            capacity.shares_with(node.index(), part.milli != 0 ? 0 : share.gpus);
        here.score = (alike > 0  ? 0
                      : is_empty ? kEmpty
                                 : kOthers) +
                     capacity.free_gpu_milli(node.index());
      }
      best.take_better(here);
    });
    if (!best.node.is_none() && part.milli != 0) best.gpu = nodes.fullest_gpu(best.node, part);
    return best;
  }

 private:
  static constexpr std::int64_t kEmpty = 1'000'000'000;
  static constexpr std::int64_t kOthers = 2'000'000'000;
};

}  // namespace

void register_placement_gpu_clustering(Registry& registry) {
  registry.placements.add(
      "gpu-clustering",
      "Nodes with jobs of equal GPU request first, then empty ones; the fullest of each.",
      [](ObjectReader& reader) { return std::make_unique<GpuClustering>(GroupOrder(reader)); });
}

}  // namespace gpuscape
