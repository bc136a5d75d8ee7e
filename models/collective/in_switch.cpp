/// Reductions by switches.
/// nvls: the NVSwitch adds up what its GPUs send and hands the sum to all of them. A GPU reads 1/k
/// of the sum and writes it once, and the others' parts of it pass: (k + 1) ÷ k · n on its links,
/// each way. At 8 GPUs that is 0.64 of what a ring sends, at 4 it is 0.83. nvls-tree: the same in
/// each node, and its sum up and down two trees over the nodes: 2 n for each node, of two n, which
/// is less than a ring sends between nodes, so that bus bandwidth may exceed what adapters carry.
/// sharp: the network's
/// switches add up what nodes send: within a node GPUs reduce to 1/P each, every adapter sends n ÷
/// P and receives as much, where a ring sends 2(N − 1) ÷ N times that; all at once, the slower of
/// the two counts. Latency as NCCL's tuner has it for collnet. Leaves out: the tree of switches
/// (links above a leaf carry what a ring over nodes would), how many reductions a switch can hold.
/// Numbers: the library's entry, by generation of NVLink.

#include <algorithm>
#include <cmath>

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

/// Within nodes NVLS, between them two trees: each GPU holds 1/P of its node's sum and sends it up
/// and down by its adapter.
class NvlsTree final : public Collective {
 public:
  [[nodiscard]] const CollectiveTraits& traits() const override { return traits_; }
  [[nodiscard]] CollectiveFault fault(const CollectiveCase& of) const override {
    if (of.nodes() < 2)
      return {"NVLS with trees is between nodes, and these GPUs are of one",
              "\"nvls\" is within it"};
    if (std::ranges::min(of.node_sizes) < 2 || of.generation == nullptr || !of.switch_reduces ||
        of.generation->in_switch_share <= 0.0)
      return {"no NVSwitch between the GPUs of each node adds up such data",
              "NVSwitches do from the third generation on, for floating point of 16 bits or more"};
    return {};
  }
  [[nodiscard]] CollectivePlan plan(const CollectiveCase& of,
                                    CollectiveProtocol protocol) const override {
    const CollectiveLibrary& library = *of.library;
    CollectiveStage stage = shares_of(of, protocol);
    stage.nvlink_share = of.generation->in_switch_share;
    stage.network_share *= library.tree_share * tree_fullness(of.nodes());
    CollectivePlan plan{.latency = library.in_switch_base + network_start(of), .stages = {}};
    plan.latency +=
        hop_across(of, protocol, true) * (2.0 * std::log2(static_cast<double>(of.nodes())));
    const std::vector<std::uint32_t> first = first_ranks(of.node_sizes);
    for (std::size_t node = 0; node < first.size(); ++node) {
      const std::uint32_t size = of.node_sizes[node];
      const Bytes each = of.bytes * ((size + 1.0) / size);
      for (std::uint32_t j = 0; j < size; ++j)
        stage.moves.push_back({first[node] + j, first[node] + (j + 1) % size, each});
      plan.sent += of.bytes * (size + 1.0);
    }
    for (const CollectiveMove& move : tree_moves(of, of.bytes)) stage.moves.push_back(move);
    plan.sent += of.bytes * (2.0 * (static_cast<double>(of.nodes()) - 1.0));
    plan.stages.push_back(std::move(stage));
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
    const auto across = exit_moves(of, of.bytes);
    stage.moves.insert(stage.moves.end(), across.begin(), across.end());
    // To the switches and back is as far as to another node.
    CollectivePlan plan{.latency = library.sharp_base + network_start(of) + of.network_message,
                        .stages = {}};
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
  registry.collectives.add("nvls-tree", "NVSwitches add up within nodes, trees between them.",
                           [](ObjectReader&) { return std::make_unique<NvlsTree>(); });
  registry.collectives.add("sharp", "The network's switches add up what nodes send.",
                           [](ObjectReader&) { return std::make_unique<Sharp>(); });
}

}  // namespace gpuscape
