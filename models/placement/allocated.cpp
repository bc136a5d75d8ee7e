/// Least allocated and most allocated: the two scores of Kubernetes' plug-in NodeResourcesFit. A
/// node scores 0 to 100 for each resource by the share of it that is free (least) or taken (most)
/// with the pod on it, in whole numbers; the weighted mean decides, and of equals the
/// lowest-numbered node. Resources that nodes do not have are left out. Kubernetes by itself weighs
/// cores and memory alone, 1 each; here GPUs count as well, since most logs have nothing else.
/// Leaves out: the plug-ins beside it (balanced allocation, spreading of a job's pods), and nodes
/// chosen at random among equals. Nodes of several groups are compared by what is left of GPUs and
/// cores, as best fit does.

#include <algorithm>
#include <array>
#include <optional>

#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

class Allocated final : public PlacementPolicy {
 public:
  Allocated(ObjectReader& reader, bool most) : PlacementPolicy(GroupOrder(reader)), most_(most) {
    constexpr Bounds kWeight{.least = 0.0, .most = 100.0};
    reader.optional_object("weights", "What each resource counts in a node's score.",
                           [&](ObjectReader& r) {
                             weights_ = {r.count("gpus", 1, "GPUs.", kWeight),
                                         r.count("cores", 1, "CPU cores.", kWeight),
                                         r.count("memory", 1, "Memory.", kWeight)};
                           });
    if (std::ranges::all_of(weights_, [](std::int64_t weight) { return weight == 0; }))
      reader.issue("weights", "no resource counts, so that all nodes are alike",
                   "a weight above 0");
  }

  [[nodiscard]] GroupNode choose(const FreeNodes& nodes, const Demand& share) const override {
    std::int64_t best_score = -1;
    GroupNode best = GroupNode::none();
    nodes.each(share, [&](GroupNode node, const Demand& free) {
      const std::int64_t score = score_of(nodes.node_capacity(), free - share);
      if (score < best_score || (score == best_score && best < node)) return;
      best_score = score;
      best = node;
    });
    return best;
  }
  [[nodiscard]] std::int64_t rank(const NodeOffer& offer) const override {
    return most_ ? offer.left : -offer.left;
  }

 private:
  [[nodiscard]] std::int64_t score_of(const Demand& has, const Demand& left) const {
    const std::array<std::int64_t, 3> all = {has.gpus, has.milli_cores, has.memory_mib};
    const std::array<std::int64_t, 3> free = {left.gpus, left.milli_cores, left.memory_mib};
    std::int64_t sum = 0;
    std::int64_t of = 0;
    for (std::size_t r = 0; r < all.size(); ++r) {
      if (all[r] == 0) continue;
      sum += weights_[r] * ((most_ ? all[r] - free[r] : free[r]) * 100 / all[r]);
      of += weights_[r];
    }
    return of == 0 ? 0 : sum / of;
  }

  bool most_;
  std::array<std::int64_t, 3> weights_ = {1, 1, 1};
};

}  // namespace

void register_placement_allocated(Registry& registry) {
  registry.placements.add(
      "least-allocated", "The node of which the smallest share is taken: Kubernetes' own score.",
      [](ObjectReader& reader) { return std::make_unique<Allocated>(reader, false); });
  registry.placements.add(
      "most-allocated",
      "The node of which the largest share is taken: Kubernetes' score for packing.",
      [](ObjectReader& reader) { return std::make_unique<Allocated>(reader, true); });
}

}  // namespace gpuscape
