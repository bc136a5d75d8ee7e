#pragma once
/// What algorithms of collectives have in common.

#include "sim/model/collective.hpp"

namespace gpuscape {

/// Before the first step of a ring.
[[nodiscard]] Seconds base_latency(const CollectiveCase& of, CollectiveProtocol protocol);
/// Of one hop within a node.
[[nodiscard]] Seconds hop_within(const CollectiveCase& of, CollectiveProtocol protocol, bool tree);
/// Of one hop over the network: the library's own time and a message of the transport.
[[nodiscard]] Seconds hop_across(const CollectiveCase& of, CollectiveProtocol protocol, bool tree);
/// Before the first hop over the network; nothing within one node.
[[nodiscard]] Seconds network_start(const CollectiveCase& of);
/// Of all hops of a ring's steps: those over the network, twice as many as a reduction has nodes
/// but one, and the others.
[[nodiscard]] Seconds ring_hops(const CollectiveCase& of, CollectiveProtocol protocol,
                                std::int64_t steps);
/// A stage without moves: what links of each kind attain.
[[nodiscard]] CollectiveStage shares_of(const CollectiveCase& of, CollectiveProtocol protocol);
/// By which ranks bytes leave a node: as the case says where all nodes have as many exits, else by
/// as many ranks as the smallest has, alike.
[[nodiscard]] std::vector<CollectiveExit> exits_of(const CollectiveCase& of, std::size_t node);
/// One round: every rank sends `part`. Between nodes it is split over the exits. `closed` false:
/// the last one sends nothing.
[[nodiscard]] std::vector<CollectiveMove> ring_moves(const CollectiveCase& of, Bytes part,
                                                     bool closed);
/// Once round the nodes: each node sends `part`, by all its exits.
[[nodiscard]] std::vector<CollectiveMove> exit_moves(const CollectiveCase& of, Bytes part);
/// The same within each node alone.
[[nodiscard]] std::vector<CollectiveMove> ring_moves_within(
    const std::vector<std::uint32_t>& node_sizes, Bytes part);
/// From the ranks of each node to those with the same number of the next one.
[[nodiscard]] std::vector<CollectiveMove> ring_moves_across(
    const std::vector<std::uint32_t>& node_sizes, Bytes part);
/// Up and down a heap over the nodes and its mirror image, with half of the bytes each.
[[nodiscard]] std::vector<CollectiveMove> tree_moves(const CollectiveCase& of, Bytes bytes);
/// What the node that sends most in them sends, as a share of what it counts as: twice the bytes,
/// of two nodes the bytes.
[[nodiscard]] double tree_fullness(std::uint32_t nodes);
/// The first rank of each node.
[[nodiscard]] std::vector<std::uint32_t> first_ranks(const std::vector<std::uint32_t>& node_sizes);

}  // namespace gpuscape
