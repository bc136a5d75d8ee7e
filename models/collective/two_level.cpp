/// Reduce-scatter in rings within the nodes, rings between the nodes with 1/P of the bytes each,
/// and all-gather within the nodes; one after the other, overlapping in nothing (factor 0). Within
/// a node a rank sends 2(P − 1) ÷ P · n, over its adapter 2(N − 1) ÷ N · n ÷ P. NCCL's tuner does
/// not choose it, other software does. Leaves out: overlap of the phases. Numbers: the library's
/// entry.

#include <algorithm>

#include "sim/model/collective.hpp"
#include "sim/model/collectives/collective_parts.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

class TwoLevel final : public Collective {
 public:
  [[nodiscard]] const CollectiveTraits& traits() const override { return traits_; }
  [[nodiscard]] CollectiveFault fault(const CollectiveCase& of) const override {
    if (of.nodes() < 2 || of.ranks_per_node() < 2)
      return {"two levels need several nodes of several GPUs each",
              "\"ring\" does it on one level"};
    if (std::ranges::min(of.node_sizes) != of.ranks_per_node())
      return {"two levels need as many GPUs in each node", "\"ring\" takes any number"};
    return {};
  }
  [[nodiscard]] CollectivePlan plan(const CollectiveCase& of,
                                    CollectiveProtocol protocol) const override {
    const double size = of.ranks_per_node();
    const double nodes = of.nodes();
    const bool reduces = of.operation != CollectiveOperation::all_gather;
    const bool gathers = of.operation != CollectiveOperation::reduce_scatter;
    CollectivePlan plan{.latency = base_latency(of, protocol) + network_start(of), .stages = {}};
    if (reduces) plan.stages.push_back(within(of, protocol));
    CollectiveStage across = shares_of(of, protocol);
    across.rounds = ring_steps(of.operation, of.nodes());
    across.delay = hop_across(of, protocol, false);
    across.moves = ring_moves_across(of.node_sizes, of.bytes / (size * nodes));
    plan.stages.push_back(std::move(across));
    if (gathers) plan.stages.push_back(within(of, protocol));
    const double phases = (reduces ? 1.0 : 0.0) + (gathers ? 1.0 : 0.0);
    plan.sent = of.bytes * (phases * nodes * (size - 1.0) + phases * (nodes - 1.0));
    return plan;
  }

 private:
  static CollectiveStage within(const CollectiveCase& of, CollectiveProtocol protocol) {
    CollectiveStage stage = shares_of(of, protocol);
    stage.rounds = of.ranks_per_node() - 1;
    stage.delay = hop_within(of, protocol, false);
    stage.tail = of.last_step();
    stage.spreads = true;
    stage.moves =
        ring_moves_within(of.node_sizes, of.bytes / static_cast<double>(of.ranks_per_node()));
    return stage;
  }

  CollectiveTraits traits_{
      .operations = {CollectiveOperation::all_reduce, CollectiveOperation::all_gather,
                     CollectiveOperation::reduce_scatter},
      .protocols = {kCollectiveProtocols.begin(), kCollectiveProtocols.end()}};
};

}  // namespace

void register_collective_two_level(Registry& registry) {
  registry.collectives.add("two-level",
                           "Rings within nodes, rings between them, one after the other.",
                           [](ObjectReader&) { return std::make_unique<TwoLevel>(); });
}

}  // namespace gpuscape
