#include <array>

#include "sim/catalog/fields/catalog_field_tables.hpp"

namespace gpuscape {

namespace {

using Type = CatalogType;
using Topic = CatalogTopic;
using Use = CatalogUse;

constexpr auto kLibraries = std::to_array<CatalogField>({
    {"about", Type::text, Topic::description, Use::nothing, "One line about it."},
    {"vendor", Type::text, Topic::description, Use::transfers, "Of the GPUs that it runs on."},
    {"algorithms", Type::texts, Topic::description, Use::transfers,
     "Among which it chooses by itself."},
    {"protocols.*.base", Type::latency, Topic::rates, Use::transfers,
     "Of a ring's first step, on the GPUs."},
    {"protocols.*.tree_base", Type::latency, Topic::rates, Use::transfers, "Of a tree's."},
    {"protocols.*.nvlink.hop", Type::latency, Topic::rates, Use::transfers,
     "From rank to rank of a ring over NVLink."},
    {"protocols.*.nvlink.tree_hop", Type::latency, Topic::rates, Use::transfers,
     "The same of a tree."},
    {"protocols.*.nvlink.share", Type::share, Topic::rates, Use::transfers,
     "Of what Simple attains."},
    {"protocols.*.pcie.hop", Type::latency, Topic::rates, Use::transfers,
     "From rank to rank of a ring over PCIe."},
    {"protocols.*.pcie.tree_hop", Type::latency, Topic::rates, Use::transfers,
     "The same of a tree."},
    {"protocols.*.pcie.share", Type::share, Topic::rates, Use::transfers,
     "Of what Simple attains."},
    {"protocols.*.network.hop", Type::latency, Topic::rates, Use::transfers,
     "From rank to rank of a ring over networks."},
    {"protocols.*.network.tree_hop", Type::latency, Topic::rates, Use::transfers,
     "The same of a tree."},
    {"protocols.*.network.share", Type::share, Topic::rates, Use::transfers,
     "Of what Simple attains."},
    {"generations.*.latency_factor", Type::number, Topic::rates, Use::transfers,
     "On the times of trees and messages within a node."},
    {"generations.*.base_factor", Type::number, Topic::rates, Use::transfers,
     "On a ring's base; without it, that of latencies."},
    {"generations.*.hop_factor", Type::number, Topic::rates, Use::transfers,
     "On a ring's hops; without it, that of latencies."},
    {"generations.*.last_step", Type::share, Topic::rates, Use::transfers,
     "Within one node, in place of the library's."},
    {"generations.*.own_part", Type::share, Topic::rates, Use::transfers,
     "In place of the library's."},
    {"generations.*.ring_share", Type::share, Topic::rates, Use::transfers,
     "Of the links' payload, by a ring."},
    {"generations.*.ll128_share", Type::share, Topic::rates, Use::transfers,
     "Of that, with LL128."},
    {"generations.*.in_switch_share", Type::share, Topic::rates, Use::transfers,
     "Of the links' payload, reduced by the switch."},
    {"last_step", Type::number, Topic::rates, Use::transfers,
     "Of a step: what the last one takes, which only receives."},
    {"own_part", Type::share, Topic::rates, Use::transfers,
     "Of a message of an all-to-all: what a rank's own part takes, which is copied beside."},
    {"send_base", Type::latency, Topic::rates, Use::transfers, "Of a message with Simple."},
    {"send_step", Type::latency, Topic::rates, Use::transfers,
     "Of each further message of an all-to-all within a node."},
    {"post", Type::latency, Topic::rates, Use::transfers,
     "Of each further message of an all-to-all between nodes, beside the transport's CPU time."},
    {"sends", Type::text, Topic::description, Use::transfers,
     "The transport that carries send-receive over NVLink."},
    {"network_start", Type::latency, Topic::rates, Use::transfers,
     "Of a call that crosses a network, beside its hops."},
    {"hop_message", Type::latency, Topic::rates, Use::transfers,
     "What of a network's hop is a message's own latency: the transport's takes its place."},
    {"channel_rate", Type::rate, Topic::rates, Use::transfers, "What one channel moves."},
    {"most_channels", Type::count, Topic::rates, Use::transfers, "Channels, at most."},
    {"send_share", Type::share, Topic::rates, Use::transfers,
     "Of what a ring attains, by messages."},
    {"pcie_share", Type::share, Topic::rates, Use::transfers,
     "Of PCIe's payload, from GPU to GPU."},
    {"staged_share", Type::share, Topic::rates, Use::transfers,
     "Of PCIe's payload, by way of host memory."},
    {"network_share", Type::share, Topic::rates, Use::transfers,
     "Of what the network's transport attains."},
    {"tree_share", Type::share, Topic::rates, Use::transfers, "Of what a ring attains."},
    {"launch", Type::latency, Topic::rates, Use::transfers,
     "From the host, where no graph of calls is replayed."},
    {"in_switch_base", Type::latency, Topic::rates, Use::transfers,
     "Of a reduction by the NVSwitch."},
    {"sharp_base", Type::latency, Topic::rates, Use::transfers, "Of a reduction by the network."},
    {"sharp_first", Type::latency, Topic::rates, Use::transfers,
     "Of its first hop within a node, one way."},
    {"sharp_hop", Type::latency, Topic::rates, Use::transfers,
     "Of every hop within a node, one way."},
});

}  // namespace

std::span<const CatalogField> collective_libraries_fields() { return kLibraries; }

}  // namespace gpuscape
