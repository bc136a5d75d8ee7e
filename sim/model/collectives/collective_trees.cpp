/// Two binary trees over the nodes: what goes up one side of the first comes down the other side of
/// the second.

#include <algorithm>

#include "sim/model/collectives/collective_parts.hpp"

namespace gpuscape {

namespace {

/// Who is above whom: of a heap, and of its mirror image.
template <class Visit>
void for_each_edge(std::uint32_t nodes, const Visit& visit) {
  for (std::uint32_t node = 1; node < nodes; ++node) {
    const std::uint32_t parent = (node - 1) / 2;
    visit(node, parent);
    visit(nodes - 1 - node, nodes - 1 - parent);
  }
}

}  // namespace

std::vector<CollectiveMove> tree_moves(const CollectiveCase& of, Bytes bytes) {
  std::vector<CollectiveMove> moves;
  const std::vector<std::uint32_t> first = first_ranks(of.node_sizes);
  const auto send = [&](std::uint32_t from, std::uint32_t to) {
    const std::vector<CollectiveExit> out = exits_of(of, from);
    const std::vector<CollectiveExit> in = exits_of(of, to);
    for (std::size_t i = 0; i < out.size(); ++i)
      moves.push_back({first[from] + out[i].rank, first[to] + in[i].rank,
                       bytes * (out[i].share / 2.0), out[i].lane});
  };
  for_each_edge(of.nodes(), [&](std::uint32_t below, std::uint32_t above) {
    send(below, above);
    send(above, below);
  });
  return moves;
}

double tree_fullness(std::uint32_t nodes) {
  if (nodes < 2) return 1.0;
  std::vector<double> sent(nodes, 0.0);  // in the bytes of all
  for_each_edge(nodes, [&](std::uint32_t below, std::uint32_t above) {
    sent[below] += 0.5;
    sent[above] += 0.5;
  });
  return std::ranges::max(sent) / (nodes == 2 ? 1.0 : 2.0);
}

}  // namespace gpuscape
