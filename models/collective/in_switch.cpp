/// Reductions by switches.
/// nvls: the NVSwitch adds up what its GPUs send and hands the sum to all of them. A GPU reads 1/k
/// of the sum and writes it once, and the others' parts of it pass: (k + 1) ÷ k · n on its links,
/// each way. At 8 GPUs that is 0.64 of what a ring sends, at 4 it is 0.83. sharp: the network's
/// switches add up what nodes send: within a node GPUs reduce to 1/P each, every adapter sends n ÷
/// P and receives as much, where a ring sends 2(N − 1) ÷ N times that; all at once, the slower of
/// the two counts. Latency as NCCL's tuner has it for collnet. Leaves out: the tree of switches
/// (links above a leaf carry what a ring over nodes would), how many reductions a switch can hold.
/// Numbers: the library's entry, by generation of NVLink.

#include <algorithm>

#include "sim/model/collective.hpp"
#include "sim/model/collectives/collective_parts.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

class Nvls final : public Collective {
 public:
  [[nodiscard]] const CollectiveTraits& traits() const override { return traits_; }
  [[nodiscard]] CollectiveFault fault(const CollectiveCase& of) const override {
    if (of.nodes() > 1)
      return {"NVLS is within one node, and these GPUs are on several",
              "\"sharp\" reduces in the network, \"ring\" and \"tree\" on the GPUs"};
    if (of.generation == nullptr || !of.switch_reduces || of.generation->in_switch_share <= 0.0)
      return {"no NVSwitch between these GPUs adds up such data",
              "NVSwitches do from the third generation on, for floating point of 16 bits or more"};
    return {};
  }
  [[nodiscard]] CollectivePlan plan(const CollectiveCase& of,
                                    CollectiveProtocol /*protocol*/) const override {
    const double ranks = of.ranks();
    CollectiveStage stage{.nvlink_share = of.generation->in_switch_share};
    stage.moves = ring_moves_within(of.node_sizes, of.bytes * ((ranks + 1.0) / ranks));
    CollectivePlan plan{.latency = of.library->in_switch_base, .stages = {}};
    plan.stages.push_back(std::move(stage));
    plan.sent = of.bytes * (ranks + 1.0);
    return plan;
  }

 private:
  CollectiveTraits traits_{.operations = {CollectiveOperation::all_reduce},
                           .protocols = {CollectiveProtocol::simple}};
};

class Sharp final : public Collective {
 public:
  [[nodiscard]] const CollectiveTraits& traits() const override { return traits_; }
  [[nodiscard]] CollectiveFault fault(const CollectiveCase& of) const override {
    if (of.nodes() < 2)
      return {"SHARP is between nodes, and these GPUs are of one",
              "\"nvls\" reduces within a node"};
    if (!of.network_reduces)
      return {"the network's switches do not add up data (SHARP)",
              "InfiniBand switches of the catalogue with \"sharp\" do"};
    if (std::ranges::min(of.node_sizes) != of.ranks_per_node())
      return {"SHARP needs as many GPUs in each node", "\"ring\" takes any number"};
    return {};
  }
  [[nodiscard]] CollectivePlan plan(const CollectiveCase& of,
                                    CollectiveProtocol protocol) const override {
    const double size = of.ranks_per_node();
    const double nodes = of.nodes();
    const CollectiveLibrary& library = *of.library;
    CollectiveStage stage = shares_of(of, protocol);
    stage.spreads = true;
    stage.moves = ring_moves_within(of.node_sizes, of.bytes * (2.0 * (size - 1.0) / size));
    const auto across = ring_moves_across(of.node_sizes, of.bytes / size);
    stage.moves.insert(stage.moves.end(), across.begin(), across.end());
    CollectivePlan plan{.latency = library.sharp_base, .stages = {}};
    const double first = std::min(1.0, size - 1.0);
    plan.latency += (library.sharp_first * first + library.sharp_hop * (size - 1.0)) * 2.0;
    plan.stages.push_back(std::move(stage));
    plan.sent = of.bytes * (nodes * (2.0 * (size - 1.0) + 1.0));
    return plan;
  }

 private:
  CollectiveTraits traits_{.operations = {CollectiveOperation::all_reduce},
                           .protocols = {CollectiveProtocol::simple}};
};

}  // namespace

void register_collective_in_switch(Registry& registry) {
  registry.collectives.add("nvls", "The NVSwitch of a node adds up what its GPUs send.",
                           [](ObjectReader&) { return std::make_unique<Nvls>(); });
  registry.collectives.add("sharp", "The network's switches add up what nodes send.",
                           [](ObjectReader&) { return std::make_unique<Sharp>(); });
}

}  // namespace gpuscape
