/// Random: each node that can take a share is as likely as any other, of whatever group, and so is
/// each GPU of it that has room for a part of one (the random baseline of Weng et al., USENIX ATC
/// 2023). What is drawn is keyed by the run's seed, the replication, the job and the node: a job
/// prefers the same nodes whenever it is asked for. Has no numbers.

#include "sim/base/random.hpp"
#include "sim/model/registry.hpp"
#include "sim/scheduling/job_rules.hpp"

namespace gpuscape {
namespace {

/// The finaliser of SplitMix64 (Steele et al., OOPSLA 2014).
constexpr std::uint64_t scattered(std::uint64_t bits) {
  bits = (bits ^ (bits >> 30U)) * 0xBF58476D1CE4E5B9U;
  bits = (bits ^ (bits >> 27U)) * 0x94D049BB133111EBU;
  return bits ^ (bits >> 31U);
}

class Random final : public ScoringPlacement {
 public:
  using ScoringPlacement::ScoringPlacement;
  void bind(const PolicyContext& context) override {
    jobs_ = RandomStreams(context.seed, context.replication, kStream);
  }

  /// Of numbers drawn for all nodes each is the lowest equally often.
  [[nodiscard]] NodeChoice weigh(const FreeNodes& nodes, const Demand& share) const override {
    RandomStream of_job = jobs_.of(nodes.job());
    const std::uint64_t of_nodes = of_job();
    const std::uint64_t of_gpus = of_job();
    const std::uint64_t first = std::uint64_t{nodes.group()} << 32U;
    NodeChoice best;
    nodes.each_place(share, [&](GroupNode node) {
      const std::uint64_t drawn = scattered(of_nodes + kGolden * (first + node.index() + 1));
      best.take_better({.node = node, .score = static_cast<std::int64_t>(drawn >> 1U)});
    });
    if (!best.node.is_none()) best.gpu = one_of_its_gpus(nodes, best.node, share, of_gpus);
    return best;
  }

 private:
  static constexpr std::string_view kStream = "placement";
  static constexpr std::uint64_t kGolden = 0x9E3779B97F4A7C15U;

  /// None: a free one.
  static std::optional<GpuPartPlace> one_of_its_gpus(const FreeNodes& nodes, GroupNode node,
                                                     const Demand& share, std::uint64_t drawn) {
    const GpuPartOfAsk part = nodes.capacity().part_of(share);
    if (part.milli == 0) return std::nullopt;
    std::vector<GpuPartPlace> shared;
    for (std::uint32_t gpu = 0; gpu < static_cast<std::uint32_t>(nodes.gpus_per_node()); ++gpu)
      if (const auto room = nodes.capacity().shared_gpus()->room(part, {node.index(), gpu}))
        shared.push_back(*room);
    const auto free = static_cast<std::size_t>(nodes.capacity().free_gpus(node.index()));
    const std::size_t one = drawn % (shared.size() + free);
    return one < shared.size() ? std::optional(shared[one]) : std::nullopt;
  }

  RandomStreams jobs_{0, 0, kStream};
};

}  // namespace

void register_placement_random(Registry& registry) {
  registry.placements.add(
      "random", "Any node that can take a share, and any GPU of it that can: a baseline.",
      [](ObjectReader& reader) { return std::make_unique<Random>(GroupOrder(reader)); });
}

}  // namespace gpuscape
