/// Fragmentation gradient descent (Weng et al., "Beware of Fragmentation", USENIX ATC 2023): a
/// share goes to the node, and of it to the GPU, where it adds the least to what typical jobs
/// cannot use of free GPUs. To a job that a node cannot take, for cores, GPUs or their model, and
/// to one without GPUs, all that is free there is useless; to any other the GPUs with less left
/// than it asks for. Typical are the most frequent kinds of jobs (GPUs, cores, nodes, kind of node)
/// that make up `typical_share` of all, each weighed by its count: those of the run itself, known
/// before it begins, as a cluster's operator knows last month's. The change is taken in whole
/// percent of a logistic curve, as their plug-in for Kubernetes scores it, so that less than about
/// 0.04 of a GPU decides nothing; of equals the lowest-numbered node, and on it the lowest GPU, so
/// that nodes are filled one after the other. On openb's nodes that matters: the exact change
/// fills 93.0 % of the GPUs, whole percent 95.3 %, as published. Leaves out: memory, which only has
/// to fit; the places of parts of GPUs that are cut; jobs that other jobs' ends bring. Its only
/// number is theirs.

#include "models/placement/fragments/fragments.hpp"
#include "sim/model/registry.hpp"
#include "sim/scheduling/job_rules.hpp"

namespace gpuscape {
namespace {

using placement::Fragments;
using placement::RoomAsk;

class FragmentationGradient final : public ScoringPlacement {
 public:
  explicit FragmentationGradient(ObjectReader& reader)
      : ScoringPlacement(GroupOrder(reader)),
        typical_share_(reader.number(
            "typical_share", 0.95,
            "Share of all jobs that the typical kinds make up, the most frequent first.",
            Bounds{.least = 0.01, .most = 1.0})) {}
  [[nodiscard]] PlacementNeeds needs() const override {
    return {.weighs_parts = true, .job_shapes = true};
  }
  void bind(const PolicyContext& context) override {
    typical_ = typical_shapes({context.shapes.begin(), context.shapes.end()}, typical_share_);
    groups_.resize(context.platform.groups().size());
  }

  [[nodiscard]] NodeChoice weigh(const FreeNodes& nodes, const Demand& share) const override {
    const GroupCapacity& capacity = nodes.capacity();
    Fragments& fragments = of_group(nodes);
    const RoomAsk ask{share.gpus, capacity.part_of(share).milli, share.milli_cores};
    const std::size_t number = fragments.number(ask);
    NodeChoice best;
    nodes.each_place(share, [&](GroupNode node) {
      best.take_better({.node = node, .score = -fragments.score(capacity, node.index(), number)});
    });
    if (!best.node.is_none() && ask.milli != 0)
      best.gpu = best_gpu(capacity, best.node.index(), share, ask, fragments);
    return best;
  }

 private:
  Fragments& of_group(const FreeNodes& nodes) const {
    if (groups_.size() <= nodes.group()) groups_.resize(nodes.group() + 1);
    std::optional<Fragments>& fragments = groups_[nodes.group()];
    if (!fragments) fragments.emplace(nodes.capacity(), typical_);
    return *fragments;
  }

  /// None: a free one.
  static std::optional<GpuPartPlace> best_gpu(const GroupCapacity& capacity, std::uint32_t node,
                                              const Demand& share, const RoomAsk& ask,
                                              const Fragments& fragments) {
    const GpuPartOfAsk part = capacity.part_of(share);
    std::optional<GpuPartPlace> best;
    std::int32_t best_score = -1;
    for (std::uint32_t gpu = 0; gpu < static_cast<std::uint32_t>(capacity.capacity().gpus); ++gpu) {
      const auto shared = capacity.shared_gpus()->room(part, {node, gpu});
      if (!shared && !capacity.node_gpus()->free(node).contains(gpu)) continue;
      const std::uint16_t left = capacity.shared_gpus()->left({node, gpu});
      const std::int32_t score = fragments.score_on(capacity, node, ask, left);
      if (score <= best_score) continue;
      best_score = score;
      best = shared;
    }
    return best;
  }

  double typical_share_;
  std::vector<JobShape> typical_;
  mutable std::vector<std::optional<Fragments>> groups_;  // what was weighed already
};

}  // namespace

void register_placement_fgd(Registry& registry) {
  registry.placements.add(
      "fgd",
      "Fragmentation gradient descent: the node and GPU where least more becomes useless to "
      "typical jobs.",
      [](ObjectReader& reader) { return std::make_unique<FragmentationGradient>(reader); });
}

}  // namespace gpuscape
