#pragma once
/// What algorithms of collectives have in common.

#include "sim/model/collective.hpp"

namespace gpuscape {

/// Before the first step of a ring.
[[nodiscard]] Seconds base_latency(const CollectiveCase& of, CollectiveProtocol protocol);
/// Of one hop within a node.
[[nodiscard]] Seconds hop_within(const CollectiveCase& of, CollectiveProtocol protocol, bool tree);
/// Of all hops of a ring's steps: those over the network, twice as many as a reduction has nodes
/// but one, and the others.
[[nodiscard]] Seconds ring_hops(const CollectiveCase& of, CollectiveProtocol protocol,
                                std::int64_t steps);
/// A stage without moves: what links of each kind attain.
[[nodiscard]] CollectiveStage shares_of(const CollectiveCase& of, CollectiveProtocol protocol);
/// One round: every rank sends `part`. Between nodes it is split over as many crossings as the
/// smallest node has ranks. `closed` false: the last one sends nothing.
[[nodiscard]] std::vector<CollectiveMove> ring_moves(const std::vector<std::uint32_t>& node_sizes,
                                                     Bytes part, bool closed);
/// The same within each node alone.
[[nodiscard]] std::vector<CollectiveMove> ring_moves_within(
    const std::vector<std::uint32_t>& node_sizes, Bytes part);
/// From the ranks of each node to those with the same number of the next one.
[[nodiscard]] std::vector<CollectiveMove> ring_moves_across(
    const std::vector<std::uint32_t>& node_sizes, Bytes part);
/// The first rank of each node.
[[nodiscard]] std::vector<std::uint32_t> first_ranks(const std::vector<std::uint32_t>& node_sizes);

}  // namespace gpuscape
