/// Dot product: the node on which what is free and what is asked for have the smallest dot product,
/// as the baseline after Tetris (Grandl et al., SIGCOMM 2014) of Weng et al. (USENIX ATC 2023) has
/// it: a large share goes where little is free. GPUs, a part of one as a part, and cores each count
/// as a share of the largest node's, half each, and nodes are scored in whole percent, as plug-ins
/// of Kubernetes score them; of equals the lowest-numbered. A part of a GPU goes to the GPU of that
/// node with the least left. Leaves out: memory, which only has to fit. Has no numbers.

#include <algorithm>
#include <cmath>

#include "sim/model/registry.hpp"
#include "sim/scheduling/job_rules.hpp"

namespace gpuscape {
namespace {

class DotProduct final : public ScoringPlacement {
 public:
  using ScoringPlacement::ScoringPlacement;
  void bind(const PolicyContext& context) override {
    for (const NodeGroup& group : context.platform.groups()) {
      if (group.pool) continue;
      most_gpu_milli_ = std::max(most_gpu_milli_, 1.0 * Demand::kWholeGpu * group.capacity.gpus);
      most_milli_cores_ =
          std::max(most_milli_cores_, static_cast<double>(group.capacity.milli_cores));
    }
  }

  [[nodiscard]] NodeChoice weigh(const FreeNodes& nodes, const Demand& share) const override {
    NodeChoice best;
    nodes.each_place(share, [&](GroupNode node) {
      best.take_better({.node = node, .score = percent(nodes.capacity(), node.index(), share)});
    });
    const GpuPartOfAsk part = nodes.capacity().part_of(share);
    if (!best.node.is_none() && part.milli != 0) best.gpu = nodes.fullest_gpu(best.node, part);
    return best;
  }

 private:
  /// Rounded up.
  [[nodiscard]] std::int64_t percent(const GroupCapacity& capacity, std::uint32_t node,
                                     const Demand& share) const {
    constexpr double kHalfInPercent = 50.0;
    const double gpus = static_cast<double>(capacity.free_gpu_milli(node)) *
                        static_cast<double>(share.gpu_amount_milli()) /
                        (most_gpu_milli_ * most_gpu_milli_);
    const double cores = static_cast<double>(capacity.free(node).milli_cores) *
                         static_cast<double>(share.milli_cores) /
                         (most_milli_cores_ * most_milli_cores_);
    return static_cast<std::int64_t>(std::ceil(kHalfInPercent * (gpus + cores)));
  }

  double most_gpu_milli_ = 1.0;
  double most_milli_cores_ = 1.0;
};

}  // namespace

void register_placement_dot_product(Registry& registry) {
  registry.placements.add(
      "dot-product",
      "The node with the smallest dot product of what is free there and what is asked for.",
      [](ObjectReader& reader) { return std::make_unique<DotProduct>(GroupOrder(reader)); });
}

}  // namespace gpuscape
