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
  return of.library->of(protocol).base * of.base_factor();
}

Seconds hop_within(const CollectiveCase& of, CollectiveProtocol protocol, bool tree) {
  const ProtocolOnLinks& on = within(of, protocol);
  return tree ? on.tree_hop * of.latency_factor() : on.hop * of.hop_factor();
}

Seconds hop_across(const CollectiveCase& of, CollectiveProtocol protocol, bool tree) {
  const ProtocolOnLinks& on = of.library->of(protocol).network;
  const Seconds own = (tree ? on.tree_hop : on.hop) - of.library->hop_message;
  return std::max(own, Seconds(0.0)) + of.network_message;
}

Seconds network_start(const CollectiveCase& of) {
  return of.nodes() < 2 ? Seconds(0.0) : of.library->network_start;
}

Seconds ring_hops(const CollectiveCase& of, CollectiveProtocol protocol, std::int64_t steps) {
  const std::int64_t crossings = of.nodes() - 1;
  const bool twice = of.operation == CollectiveOperation::all_reduce;
  const std::int64_t across =
      of.ranks_per_node() == 1 ? steps : std::min(steps, twice ? 2 * crossings : crossings);
  return hop_across(of, protocol, false) * static_cast<double>(across) +
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

std::vector<CollectiveExit> exits_of(const CollectiveCase& of, std::size_t node) {
  const auto as_many = [&](const auto& exits) { return exits.size() == of.exits.front().size(); };
  if (!of.exits.empty() && !of.exits.front().empty() && std::ranges::all_of(of.exits, as_many))
    return of.exits[node];
  const std::uint32_t crossings = std::ranges::min(of.node_sizes);
  std::vector<CollectiveExit> alike;
  alike.reserve(crossings);
  for (std::uint32_t j = 0; j < crossings; ++j)
    alike.push_back({.rank = j, .lane = 0, .share = 1.0 / crossings});
  return alike;
}

std::vector<CollectiveMove> exit_moves(const CollectiveCase& of, Bytes part) {
  std::vector<CollectiveMove> moves;
  const std::vector<std::uint32_t> first = first_ranks(of.node_sizes);
  for (std::size_t node = 0; node < first.size(); ++node) {
    const std::size_t next = (node + 1) % first.size();
    const std::vector<CollectiveExit> out = exits_of(of, node);
    const std::vector<CollectiveExit> in = exits_of(of, next);
    for (std::size_t i = 0; i < out.size(); ++i)
      moves.push_back(
          {first[node] + out[i].rank, first[next] + in[i].rank, part * out[i].share, out[i].lane});
  }
  return moves;
}

std::vector<CollectiveMove> ring_moves(const CollectiveCase& of, Bytes part, bool closed) {
  const std::vector<std::uint32_t>& sizes = of.node_sizes;
  if (sizes.size() < 2) {
    std::vector<CollectiveMove> moves = ring_moves_within(sizes, part);
    if (!closed && !moves.empty()) moves.pop_back();
    return moves;
  }
  const std::vector<std::uint32_t> first = first_ranks(sizes);
  std::vector<CollectiveMove> moves = exit_moves(of, part);
  if (!closed) moves.resize(moves.size() - exits_of(of, sizes.size() - 1).size());
  for (std::size_t node = 0; node < sizes.size(); ++node) {
    const std::uint32_t size = sizes[node];
    const bool last = !closed && node + 1 == sizes.size();
    std::vector<double> stays(size, last ? 1.0 - 1.0 / size : 1.0);
    if (!last)
      for (const CollectiveExit& exit : exits_of(of, node)) stays[exit.rank] -= exit.share;
    constexpr double kNothing = 1e-12;  // one exit takes all
    for (std::uint32_t j = 0; size > 1 && j < size; ++j)
      if (stays[j] > kNothing)
        moves.push_back({first[node] + j, first[node] + (j + 1) % size, part * stays[j]});
  }
  return moves;
}

}  // namespace gpuscape
