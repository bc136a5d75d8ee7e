/// Two binary trees over the nodes, each with half of the bytes, and within nodes a chain; what
/// goes up is reduced on its way, and comes down again. A node that is a leaf of one tree has
/// children in the other one, so that each adapter carries at most 2 n ÷ adapters:
///   t = base + 2(P − 1) · hop within + 2 log2 N · hop over the network + bytes ÷ (share · link)
/// Chains of different channels begin at different GPUs: each sends 2(P − 1) ÷ P · n. However few
/// nodes there are, adapters attain what they would with 2 n ÷ adapters: NCCL's tuner counts so,
/// and measured all-reduces of three and four nodes are a ring's at large sizes. After Sanders,
/// Speck and Träff (2009), as NCCL has it; hops and bases are those of its tuner. Leaves out: that
/// the pipeline fills, that NCCL's second tree is shifted by one where ours is mirrored.

#include <algorithm>
#include <cmath>
#include <map>
#include <span>

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
    stage.tail = of.library->last_step / (2.0 * (static_cast<double>(of.ranks()) - 1.0));
    stage.delay = hop_within(of, protocol, true) * (2.0 * (size - 1.0)) +
                  numbers.network.tree_hop * (2.0 * std::log2(static_cast<double>(of.nodes())));
    add_chains(of, stage.moves);
    const std::size_t chains = stage.moves.size();
    add_trees(of, stage.moves);
    stage.network_share *= fullest(of, std::span(stage.moves).subspan(chains));
    CollectivePlan plan{.latency = numbers.tree_base * of.latency_factor(), .stages = {}};
    plan.stages.push_back(std::move(stage));
    plan.sent = of.bytes * (2.0 * (static_cast<double>(of.ranks()) - 1.0));
    return plan;
  }

 private:
  /// What the adapter that sends most sends, as a share of 2 n ÷ adapters; 1 where none does.
  static double fullest(const CollectiveCase& of, std::span<const CollectiveMove> across) {
    std::map<std::uint32_t, Bytes> sent;
    for (const CollectiveMove& move : across) sent[move.from] += move.bytes;
    Bytes most(0.0);
    for (const auto& [rank, bytes] : sent) most = std::max(most, bytes);
    const Bytes full = of.bytes * (2.0 / std::ranges::min(of.node_sizes));
    return most > Bytes(0.0) ? most / full : 1.0;
  }

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

  /// A heap and its mirror image.
  static void add_trees(const CollectiveCase& of, std::vector<CollectiveMove>& moves) {
    const std::vector<std::uint32_t> first = first_ranks(of.node_sizes);
    const auto nodes = static_cast<std::uint32_t>(first.size());
    const std::uint32_t crossings = std::ranges::min(of.node_sizes);
    const Bytes each = of.bytes / (2.0 * crossings);
    for (std::uint32_t node = 1; node < nodes; ++node) {
      const std::uint32_t parent = (node - 1) / 2;
      for (std::uint32_t j = 0; j < crossings; ++j) {
        const std::pair<std::uint32_t, std::uint32_t> edges[] = {
            {first[node] + j, first[parent] + j},
            {first[nodes - 1 - node] + j, first[nodes - 1 - parent] + j}};
        for (const auto& [below, above] : edges) {
          moves.push_back({below, above, each});
          moves.push_back({above, below, each});
        }
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
