#include "sim/catalog/fields/catalog_field_tables.hpp"

#include <array>

namespace gpuscape {

namespace {

using Type = CatalogType;
using Topic = CatalogTopic;
using Use = CatalogUse;

constexpr std::string_view kNoNames;
constexpr bool kOfLaw = true;

constexpr auto kSwitches = std::to_array<CatalogField>({
    {"about", Type::text, Topic::description, Use::nothing, "One line about it."},
    {"kind", Type::choice, Topic::description, Use::transfers, "What it switches.",
     "infiniband ethernet"},
    {"year", Type::year, Topic::description, Use::nothing, "When it came out."},
    {"ports", Type::count, Topic::ports, Use::network, "Ports."},
    {"speed", Type::line_rate, Topic::ports, Use::network, "Of one port."},
    {"throughput", Type::line_rate, Topic::ports, Use::nothing, "Of all ports."},
    {"port_to_port_latency", Type::latency, Topic::rates, Use::network, "Cut through."},
    {"power_typical", Type::power, Topic::power, Use::cost, "In use."},
    {"power_max", Type::power, Topic::power, Use::nothing, "Rating."},
    {"rack_units", Type::count, Topic::rack, Use::network, "Height."},
    {"price", Type::price, Topic::prices, Use::cost, "Of the switch."},
    {"price_year", Type::year, Topic::prices, Use::cost, "Year of that price."},
    {"sharp", Type::boolean, Topic::description, Use::nothing, "Reduces in the network."},
    {"split_ports", Type::count, Topic::ports, Use::nothing, "Ports when each is split."},
    {"split_speed", Type::line_rate, Topic::ports, Use::nothing, "Of a split port."},
    {"packet_rate", Type::number, Topic::rates, Use::nothing, "Packets a second."},
    {"rdma", Type::boolean, Topic::description, Use::nothing, "Fit for RoCE."},
    {"buffer", Type::bytes, Topic::description, Use::nothing, "Packet buffer."},
    {"uplinks", Type::count, Topic::ports, Use::nothing, "Further ports."},
    {"uplink_speed", Type::line_rate, Topic::ports, Use::nothing, "Of such a port."},
});

constexpr auto kCables = std::to_array<CatalogField>({
    {"about", Type::text, Topic::description, Use::nothing, "One line about it."},
    {"kind", Type::choice, Topic::description, Use::cost,
     "The networks that it is for; without it, any of its speed.", "infiniband ethernet pcie"},
    {"speed", Type::line_rate, Topic::ports, Use::network, "Of the link."},
    {"max_length", Type::length, Topic::ports, Use::network, "It is sold up to."},
    {"power", Type::power, Topic::power, Use::cost, "Of both ends."},
    {"price", Type::price, Topic::prices, Use::cost, "Of the link."},
    {"price_year", Type::year, Topic::prices, Use::cost, "Year of that price."},
});

constexpr auto kPcieFabrics = std::to_array<CatalogField>({
    {"about", Type::text, Topic::description, Use::nothing, "One line about it."},
    {"pcie_generation", Type::count, Topic::lanes, Use::network, "Of its ports."},
    {"fabric_ports", Type::count, Topic::ports, Use::network, "Ports of the switch."},
    {"lanes_per_port", Type::count, Topic::lanes, Use::network, "Of a port."},
    {"hop_latency", Type::latency, Topic::rates, Use::network, "Through the switch."},
    {"port_bandwidth", Type::wire_rate, Topic::lanes, Use::network, "Of a port."},
    {"power", Type::power, Topic::power, Use::cost, "Of the switch."},
    {"price", Type::price, Topic::prices, Use::cost, "Of what price_covers says."},
    {"price_year", Type::year, Topic::prices, Use::cost, "Year of that price."},
    {"price_covers", Type::choices, Topic::prices, Use::cost,
     "What is paid with the price; without it, the switch: all host adapters, one box without "
     "GPUs for each fabric.",
     "switch adapters box"},
    {"box_price", Type::price, Topic::prices, Use::cost, "Of a further box without GPUs."},
    {"box_power", Type::power, Topic::power, Use::cost, "Of a box without GPUs."},
    {"box_rack_units", Type::count, Topic::rack, Use::cost, "Height of a box."},
    {"gpu_slots_per_box", Type::count, Topic::ports, Use::network, "GPUs in a box."},
    {"reassign_time", Type::delay, Topic::rates, Use::network, "To move a GPU to another host."},
    {"max_hosts", Type::count, Topic::ports, Use::network, "Hosts on one fabric."},
    {"rack_units", Type::count, Topic::rack, Use::network, "Height."},
});

constexpr auto kTransports = std::to_array<CatalogField>({
    {"about", Type::text, Topic::description, Use::nothing, "One line about it."},
    {"category", Type::text, Topic::description, Use::nothing,
     "network, rpc, gpu_network, local, storage, virtual_network, wan, reference."},
    {"kind", Type::choice, Topic::description, Use::transfers,
     "The model that carries transfers by it; without it none does.",
     "host-copy peer-copy staged-copy network gpudirect links-alone"},
    {"default", Type::boolean, Topic::description, Use::transfers,
     "Taken where no transport is named."},
    {"latency", Type::latency, Topic::rates, Use::transfers,
     "Before the first byte, CPU time and links aside.", kNoNames, kOfLaw},
    {"adapter_latency", Type::boolean, Topic::description, Use::transfers,
     "The adapters' own latency counts instead of that.", kNoNames, kOfLaw},
    {"core_rate", Type::rate, Topic::rates, Use::transfers, "What one core moves.", kNoNames,
     kOfLaw},
    {"ends", Type::count, Topic::rates, Use::transfers, "Ends whose CPU takes part in a message.",
     kNoNames, kOfLaw},
    {"protocol", Type::text, Topic::description, Use::transfers, "What adapters must speak."},
    {"line", Type::line_rate, Topic::description, Use::transfers,
     "Of the adapters it is meant for."},
    {"plugin_latency", Type::latency, Topic::rates, Use::transfers,
     "What a collective library's plug-in for it spends on each message beside that."},
    {"in_order", Type::boolean, Topic::description, Use::transfers,
     "Bytes arrive as they were written, which LL and LL128 need; true without it."},
    {"gpudirect", Type::boolean, Topic::description, Use::transfers,
     "Reads and writes GPU memory, else by way of host memory."},
    {"chunk", Type::bytes, Topic::rates, Use::transfers,
     "What goes through host memory at a time."},
    {"packet_payload", Type::bytes, Topic::rates, Use::transfers, "Of a full packet."},
    {"packet_overhead", Type::bytes, Topic::rates, Use::transfers,
     "Headers, checksums and gaps of a packet."},
    {"acknowledgements", Type::share, Topic::rates, Use::transfers,
     "Share of a link that they leave."},
    {"over", Type::choice, Topic::description, Use::transfers, "Which links between GPUs.",
     "nvlink pcie"},
    {"path", Type::choice, Topic::description, Use::transfers, "The farthest from GPU to adapter.",
     "pix pxb phb node sys"},
    {"path_shares.*", Type::share, Topic::rates, Use::transfers,
     "Of the narrowest link, by the path between the devices."},
    {"by_lane[].lane", Type::rate, Topic::rates, Use::transfers,
     "What a PCIe lane on the way carries, at least; what follows holds then."},
    {"by_lane[].path_shares.*", Type::share, Topic::rates, Use::transfers, "As above."},
    {"by_lane[].most", Type::rate, Topic::rates, Use::transfers,
     "gpudirect: what passes between GPU and adapter."},
    {"share", Type::share, Topic::rates, Use::transfers, "Of the narrowest link.", kNoNames,
     kOfLaw},
    {"copy_engine", Type::boolean, Topic::description, Use::transfers,
     "The GPUs' copy engines move the bytes.", kNoNames, kOfLaw},
    {"pinning", Type::rate, Topic::rates, Use::transfers,
     "At which a core first copies into a pinned buffer.", kNoNames, kOfLaw},
    {"regimes[].up_to", Type::bytes, Topic::rates, Use::transfers,
     "The largest message of it; what follows holds for it.", kNoNames, kOfLaw},
    {"regimes[].latency", Type::latency, Topic::rates, Use::transfers, "As above.", kNoNames,
     kOfLaw},
    {"regimes[].cpu_time_per_message", Type::latency, Topic::rates, Use::transfers, "As above.",
     kNoNames, kOfLaw},
    {"regimes[].core_rate", Type::rate, Topic::rates, Use::transfers, "As above.", kNoNames,
     kOfLaw},
    {"regimes[].most", Type::rate, Topic::rates, Use::transfers, "As above.", kNoNames, kOfLaw},
    {"one_way_latency", Type::latency, Topic::rates, Use::nothing, "Of a small message."},
    {"attainable_share", Type::share, Topic::rates, Use::nothing, "Of the line rate."},
    {"cpu_time_per_message", Type::latency, Topic::rates, Use::transfers, "Of a host's core.",
     kNoNames, kOfLaw},
    {"cpu_time_per_gb", Type::delay, Topic::rates, Use::nothing,
     "Core time for 1 GB, at each end."},
    {"half_bandwidth_message", Type::bytes, Topic::rates, Use::nothing,
     "Size at which half the rate is attained."},
    {"single_stream", Type::rate, Topic::rates, Use::nothing, "Of one flow."},
    {"multi_stream_share", Type::share, Topic::rates, Use::nothing,
     "Of the line rate, with many flows."},
    {"latency_table", Type::table, Topic::rates, Use::nothing, "Latency by message size."},
    {"round_trip_table", Type::table, Topic::rates, Use::nothing, "Round trip by reply size."},
    {"requires", Type::text, Topic::description, Use::nothing, "What the network must offer."},
    {"measured_write_to_gpu", Type::rate, Topic::rates, Use::nothing, "Into a GPU's memory."},
    {"measured_local", Type::rate, Topic::rates, Use::nothing, "Local copies, measured."},
    {"most", Type::rate, Topic::rates, Use::transfers, "Whatever the line rate.", kNoNames, kOfLaw},
    {"ranking_source", Type::text, Topic::description, Use::nothing, "Who ranks it."},
    {"rate_gen3", Type::rate, Topic::rates, Use::nothing, "Over PCIe 3 x16."},
    {"rate_gen4", Type::rate, Topic::rates, Use::nothing, "Over PCIe 4 x16."},
    {"added_read_latency", Type::latency, Topic::rates, Use::nothing, "Beside the drive's own."},
    {"target_cpu_share_per_million_iops", Type::number, Topic::rates, Use::nothing,
     "Cores at the target for 10^6 operations a second."},
    {"target_cpu_share", Type::share, Topic::rates, Use::nothing, "Of the target's cores."},
    {"volume_latency_range", Type::latencies, Topic::rates, Use::nothing,
     "Least and most of a volume."},
    {"per_node", Type::rate, Topic::rates, Use::nothing, "Into one node."},
    {"single_mount", Type::rate, Topic::rates, Use::nothing, "One mount."},
    {"nconnect_mount", Type::rate, Topic::rates, Use::nothing,
     "One mount with several connections."},
    {"price_per_port", Type::hourly_price, Topic::prices, Use::nothing, "Of a port."},
});

constexpr auto kRemoting = std::to_array<CatalogField>({
    {"about", Type::text, Topic::description, Use::nothing, "One line about it."},
    {"transport", Type::name, Topic::description, Use::nothing, "What it runs over.", "transports"},
    {"bandwidth_share_of_local", Type::share, Topic::rates, Use::nothing, "Of a local copy."},
    {"calls", Type::choice, Topic::description, Use::steps,
     "Every call waits for its answer, or only those that read back from the GPU.",
     "batched synchronous"},
    {"per_call_overhead", Type::latency, Topic::rates, Use::steps,
     "CPU time of a call at the client."},
    {"dispatch", Type::latency, Topic::rates, Use::steps,
     "From the network to the GPU's driver, or back, on either side of a call that waits."},
    {"bytes_per_call", Type::bytes, Topic::rates, Use::steps,
     "What a call sends beside the data that it copies."},
    {"synchronous_call_latency", Type::latency, Topic::rates, Use::nothing,
     "Of a call that waits."},
    {"pipelined_copies", Type::boolean, Topic::description, Use::steps,
     "Whether copies overlap their stages."},
    {"chunk", Type::bytes, Topic::rates, Use::steps, "Of pipelined copies."},
    {"context", Type::latency, Topic::rates, Use::steps,
     "What the first step of a process takes less: the server holds its GPU context."},
    {"apis", Type::texts, Topic::description, Use::nothing, "cuda, …"},
    {"features", Type::texts, Topic::description, Use::nothing, "What it can."},
    {"max_recommended_network_latency", Type::latency, Topic::rates, Use::steps,
     "Highest network latency that the maker recommends."},
    {"latency_budget", Type::latencies, Topic::rates, Use::nothing,
     "Least and most that keep the overhead within its goal."},
    {"overhead_share_goal", Type::share, Topic::rates, Use::nothing, "Of the run time."},
    {"naive_slowdown_max", Type::number, Topic::rates, Use::nothing, "Of a naive implementation."},
});

}  // namespace

std::span<const CatalogField> switches_fields() { return kSwitches; }
std::span<const CatalogField> cables_fields() { return kCables; }
std::span<const CatalogField> pcie_fabrics_fields() { return kPcieFabrics; }
std::span<const CatalogField> transports_fields() { return kTransports; }
std::span<const CatalogField> remoting_fields() { return kRemoting; }

}  // namespace gpuscape
