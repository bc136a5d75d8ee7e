/// Two binary trees over the nodes, each with half of the bytes, and within nodes a chain; what
/// goes up is reduced on its way, and comes down again. A node that is a leaf of one tree has
/// children in the other one, so that a node sends at most 2 n, and of two nodes n:
///   t = base + 2(P − 1) · hop within + 2 log2 N · hop over the network + bytes ÷ (share · link)
/// Chains of different channels begin at different GPUs: each sends 2(P − 1) ÷ P · n. From three
/// nodes on adapters attain what they would with 2 n for each node, however few there are: NCCL's
/// tuner counts so, and measured all-reduces of three and four nodes are a ring's at large sizes.
/// Two nodes are each other's parent, once in either tree: n each way, which is less than a ring
/// sends, so that bus bandwidth may exceed what adapters carry. After Sanders,
/// Speck and Träff (2009), as NCCL has it; hops and bases are those of its tuner. Leaves out: that
/// the pipeline fills, that NCCL's second tree is shifted by one where ours is mirrored.

#include <cmath>

#include "sim/model/collective.hpp"
#include "sim/model/collectives/collective_parts.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

class Tree final : public Collective {
 public:
  [[nodiscard]] const CollectiveTraits& traits() const override { return traits_; }
  [[nodiscard]] CollectiveFault fault(const CollectiveCase& /*of*/) const override { return {}; }
  [[nodiscard]] CollectivePlan plan(const CollectiveCase& of,
                                    CollectiveProtocol protocol) const override {
    const LibraryProtocol& numbers = of.library->of(protocol);
    const double size = of.ranks_per_node();
    CollectiveStage stage = shares_of(of, protocol);
    for (double* share : {&stage.nvlink_share, &stage.pcie_share, &stage.network_share})
      *share *= of.library->tree_share;
    stage.spreads = true;
    stage.tail = of.last_step() / (2.0 * (static_cast<double>(of.ranks()) - 1.0));
    stage.delay =
        hop_within(of, protocol, true) * (2.0 * (size - 1.0)) +
        hop_across(of, protocol, true) * (2.0 * std::log2(static_cast<double>(of.nodes())));
    add_chains(of, stage.moves);
    for (const CollectiveMove& move : tree_moves(of, of.bytes)) stage.moves.push_back(move);
    stage.network_share *= tree_fullness(of.nodes());
    CollectivePlan plan{.latency = numbers.tree_base * of.latency_factor() + network_start(of),
                        .stages = {}};
    plan.stages.push_back(std::move(stage));
    plan.sent = of.bytes * (2.0 * (static_cast<double>(of.ranks()) - 1.0));
    return plan;
  }

 private:
  /// Up and down; the same bytes each way on each link of the ring that the chains make.
  static void add_chains(const CollectiveCase& of, std::vector<CollectiveMove>& moves) {
    const std::vector<std::uint32_t> first = first_ranks(of.node_sizes);
    for (std::size_t node = 0; node < first.size(); ++node) {
      const std::uint32_t size = of.node_sizes[node];
      const Bytes each = of.bytes * ((static_cast<double>(size) - 1.0) / size);
      for (std::uint32_t j = 0; size > 1 && j < size; ++j) {
        const std::uint32_t next = first[node] + (j + 1) % size;
        moves.push_back({first[node] + j, next, each});
        moves.push_back({next, first[node] + j, each});
      }
    }
  }

  CollectiveTraits traits_{.operations = {CollectiveOperation::all_reduce},
                           .protocols = {kCollectiveProtocols.begin(), kCollectiveProtocols.end()}};
};

}  // namespace

void register_collective_tree(Registry& registry) {
  registry.collectives.add("tree", "Two binary trees over the nodes, chains within them.",
                           [](ObjectReader&) { return std::make_unique<Tree>(); });
}

}  // namespace gpuscape
