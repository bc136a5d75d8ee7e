#include "sim/model/collectives/collective_parts.hpp"

#include <algorithm>

namespace gpuscape {

namespace {

const ProtocolOnLinks& within(const CollectiveCase& of, CollectiveProtocol protocol) {
  const LibraryProtocol& numbers = of.library->of(protocol);
  return of.generation == nullptr ? numbers.pcie : numbers.nvlink;
}

}  // namespace

Seconds base_latency(const CollectiveCase& of, CollectiveProtocol protocol) {
  return of.library->of(protocol).base * of.latency_factor();
}

Seconds hop_within(const CollectiveCase& of, CollectiveProtocol protocol, bool tree) {
  const ProtocolOnLinks& on = within(of, protocol);
  return (tree ? on.tree_hop : on.hop) * of.latency_factor();
}

Seconds ring_hops(const CollectiveCase& of, CollectiveProtocol protocol, std::int64_t steps) {
  const std::int64_t crossings = of.nodes() - 1;
  const bool twice = of.operation == CollectiveOperation::all_reduce;
  const std::int64_t across =
      of.ranks_per_node() == 1 ? steps : std::min(steps, twice ? 2 * crossings : crossings);
  return of.library->of(protocol).network.hop * static_cast<double>(across) +
         hop_within(of, protocol, false) * static_cast<double>(steps - across);
}

CollectiveStage shares_of(const CollectiveCase& of, CollectiveProtocol protocol) {
  const CollectiveLibrary& library = *of.library;
  const LibraryProtocol& numbers = library.of(protocol);
  const bool ll128 = protocol == CollectiveProtocol::ll128;
  CollectiveStage stage;
  if (of.generation != nullptr)
    stage.nvlink_share =
        of.generation->ring_share * (ll128 ? of.generation->ll128_share : numbers.nvlink.share);
  stage.pcie_share = library.pcie_share * numbers.pcie.share;
  stage.network_share = library.network_share * numbers.network.share;
  return stage;
}

std::vector<std::uint32_t> first_ranks(const std::vector<std::uint32_t>& node_sizes) {
  std::vector<std::uint32_t> first;
  first.reserve(node_sizes.size());
  std::uint32_t next = 0;
  for (const std::uint32_t size : node_sizes) {
    first.push_back(next);
    next += size;
  }
  return first;
}

std::vector<CollectiveMove> ring_moves_within(const std::vector<std::uint32_t>& node_sizes,
                                              Bytes part) {
  std::vector<CollectiveMove> moves;
  const std::vector<std::uint32_t> first = first_ranks(node_sizes);
  for (std::size_t node = 0; node < node_sizes.size(); ++node)
    for (std::uint32_t j = 0; node_sizes[node] > 1 && j < node_sizes[node]; ++j)
      moves.push_back({first[node] + j, first[node] + (j + 1) % node_sizes[node], part});
  return moves;
}

std::vector<CollectiveMove> ring_moves_across(const std::vector<std::uint32_t>& node_sizes,
                                              Bytes part) {
  std::vector<CollectiveMove> moves;
  const std::vector<std::uint32_t> first = first_ranks(node_sizes);
  const std::uint32_t crossings = std::ranges::min(node_sizes);
  for (std::size_t node = 0; node < node_sizes.size(); ++node)
    for (std::uint32_t j = 0; j < crossings; ++j)
      moves.push_back({first[node] + j, first[(node + 1) % first.size()] + j, part});
  return moves;
}

std::vector<CollectiveMove> ring_moves(const std::vector<std::uint32_t>& node_sizes, Bytes part,
                                       bool closed) {
  if (node_sizes.size() < 2) {
    std::vector<CollectiveMove> moves = ring_moves_within(node_sizes, part);
    if (!closed && !moves.empty()) moves.pop_back();
    return moves;
  }
  const double crossings = std::ranges::min(node_sizes);
  const std::vector<std::uint32_t> first = first_ranks(node_sizes);
  std::vector<CollectiveMove> moves = ring_moves_across(node_sizes, part / crossings);
  if (!closed) moves.resize(moves.size() - static_cast<std::size_t>(crossings));
  for (std::size_t node = 0; node < node_sizes.size(); ++node) {
    const std::uint32_t size = node_sizes[node];
    const double leave = closed || node + 1 < node_sizes.size() ? crossings : size;
    for (std::uint32_t j = 0; j < size; ++j) {
      const bool leaves = j < static_cast<std::uint32_t>(leave);
      const double stays = leaves ? 1.0 - 1.0 / leave : 1.0;
      if (stays > 0.0 && size > 1)
        moves.push_back({first[node] + j, first[node] + (j + 1) % size, part * stays});
    }
  }
  return moves;
}

}  // namespace gpuscape
