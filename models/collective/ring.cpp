/// A ring over all ranks, node by node: all-reduce in 2(k − 1) steps of 1/k of the bytes,
/// all-gather and reduce-scatter in k − 1, broadcast as a chain:
///   t = base + hops · hop + (steps + last) ÷ k · n ÷ (share · link)
/// `last` is the step in which a rank only receives, which takes its threads, but no link. Between
/// nodes there are as many rings as ranks in a node, each crossing by another one, so that all
/// adapters carry 1/adapters of the bytes; NCCL's tuner counts 2(N − 1) hops over the network and
/// the others within nodes. Leaves out: which links rings of GPUs without a switch take (each
/// carries in proportion to its width), the tuner's own estimates. Numbers: the library's entry.

#include "sim/model/collective.hpp"
#include "sim/model/collectives/collective_parts.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

class Ring final : public Collective {
 public:
  [[nodiscard]] const CollectiveTraits& traits() const override { return traits_; }
  [[nodiscard]] CollectiveFault fault(const CollectiveCase& /*of*/) const override { return {}; }
  [[nodiscard]] CollectivePlan plan(const CollectiveCase& of,
                                    CollectiveProtocol protocol) const override {
    const bool chain = of.operation == CollectiveOperation::broadcast;
    const std::uint32_t ranks = of.ranks();
    const std::int64_t steps = ring_steps(of.operation, ranks);
    CollectivePlan plan{.latency = base_latency(of, protocol) + network_start(of), .stages = {}};
    CollectiveStage stage = shares_of(of, protocol);
    const Seconds hops = ring_hops(of, protocol, steps);
    stage.rounds = chain ? 1 : steps;
    stage.delay = hops / static_cast<double>(stage.rounds);
    stage.tail = chain ? 0.0 : of.last_step();
    stage.spreads = true;
    const Bytes part = chain ? of.bytes : of.bytes / static_cast<double>(ranks);
    stage.moves = ring_moves(of, part, !chain);
    plan.sent =
        chain ? of.bytes * static_cast<double>(ranks - 1) : of.bytes * static_cast<double>(steps);
    plan.stages.push_back(std::move(stage));
    return plan;
  }

 private:
  CollectiveTraits traits_{
      .operations = {CollectiveOperation::all_reduce, CollectiveOperation::all_gather,
                     CollectiveOperation::reduce_scatter, CollectiveOperation::broadcast},
      .protocols = {kCollectiveProtocols.begin(), kCollectiveProtocols.end()}};
};

}  // namespace

void register_collective_ring(Registry& registry) {
  registry.collectives.add("ring", "A ring over all GPUs, node by node.",
                           [](ObjectReader&) { return std::make_unique<Ring>(); });
}

}  // namespace gpuscape
