#include "sim/scenario/catalog_field_tables.hpp"

#include <array>

namespace gpuscape {

namespace {

using Type = CatalogType;

constexpr auto kSwitches = std::to_array<CatalogField>({
    {"about", Type::text, "One line about it."},
    {"kind", Type::choice, "What it switches.", "infiniband ethernet"},
    {"year", Type::year, "When it came out."},
    {"ports", Type::count, "Ports."},
    {"speed", Type::line_rate, "Of one port."},
    {"throughput", Type::line_rate, "Of all ports."},
    {"port_to_port_latency", Type::latency, "Cut through."},
    {"power_typical", Type::power, "In use."},
    {"power_max", Type::power, "Rating."},
    {"rack_units", Type::count, "Height."},
    {"price", Type::price, "Of the switch."},
    {"price_year", Type::year, "Of that price."},
    {"sharp", Type::boolean, "Reduces in the network."},
    {"split_ports", Type::count, "Ports when each is split."},
    {"split_speed", Type::line_rate, "Of a split port."},
    {"packet_rate", Type::number, "Packets a second."},
    {"rdma", Type::boolean, "Fit for RoCE."},
    {"buffer", Type::bytes, "Packet buffer."},
    {"uplinks", Type::count, "Further ports."},
    {"uplink_speed", Type::line_rate, "Of such a port."},
});

constexpr auto kCables = std::to_array<CatalogField>({
    {"about", Type::text, "One line about it."},
    {"speed", Type::line_rate, "Of the link."},
    {"max_length", Type::length, "It is sold up to."},
    {"power", Type::power, "Of both ends."},
    {"price", Type::price, "Of the link."},
    {"price_year", Type::year, "Of that price."},
});

constexpr auto kPcieFabrics = std::to_array<CatalogField>({
    {"about", Type::text, "One line about it."},
    {"pcie_generation", Type::count, "Of its ports."},
    {"fabric_ports", Type::count, "Ports of the switch."},
    {"lanes_per_port", Type::count, "Of a port."},
    {"hop_latency", Type::latency, "Through the switch."},
    {"port_bandwidth", Type::wire_rate, "Of a port."},
    {"power", Type::power, "Of the switch."},
    {"price", Type::price, "As notes say."},
    {"price_year", Type::year, "Of that price."},
    {"gpu_slots_per_box", Type::count, "GPUs in a box."},
    {"reassign_time", Type::delay, "To move a GPU to another host."},
    {"max_hosts", Type::count, "Hosts on one fabric."},
    {"rack_units", Type::count, "Height."},
});

constexpr auto kTransports = std::to_array<CatalogField>({
    {"about", Type::text, "One line about it."},
    {"category", Type::text,
     "network, rpc, gpu_network, local, storage, virtual_network, wan, reference."},
    {"kind", Type::choice, "The model that carries transfers by it; without it none does.",
     "host-copy peer-copy staged-copy network gpudirect links-alone"},
    {"default", Type::boolean, "Taken where no transport is named."},
    {"latency", Type::latency, "Before the first byte, CPU time and links aside."},
    {"adapter_latency", Type::boolean, "The adapters' own latency counts instead of that."},
    {"core_rate", Type::rate, "What one core moves."},
    {"ends", Type::count, "Ends whose CPU takes part in a message."},
    {"protocol", Type::text, "What adapters must speak."},
    {"line", Type::line_rate, "Of the adapters it is meant for."},
    {"gpudirect", Type::boolean, "Reads and writes GPU memory, else by way of host memory."},
    {"chunk", Type::bytes, "What goes through host memory at a time."},
    {"packet_payload", Type::bytes, "Of a full packet."},
    {"packet_overhead", Type::bytes, "Headers, checksums and gaps of a packet."},
    {"acknowledgements", Type::share, "Share of a link that they leave."},
    {"over", Type::choice, "Which links between GPUs.", "nvlink pcie"},
    {"path", Type::choice, "The farthest from GPU to adapter.", "pix pxb phb sys"},
    {"path_shares.*", Type::share, "Of the narrowest link, by the path between the devices."},
    {"share", Type::share, "Of the narrowest link."},
    {"copy_engine", Type::boolean, "The GPUs' copy engines move the bytes."},
    {"pinning", Type::rate, "At which a core first copies into a pinned buffer."},
    {"regimes[].up_to", Type::bytes, "The largest message of it; what follows holds for it."},
    {"regimes[].latency", Type::latency, "As above."},
    {"regimes[].cpu_time_per_message", Type::latency, "As above."},
    {"regimes[].core_rate", Type::rate, "As above."},
    {"regimes[].most", Type::rate, "As above."},
    {"one_way_latency", Type::latency, "Of a small message."},
    {"attainable_share", Type::share, "Of the line rate."},
    {"cpu_time_per_message", Type::latency, "Of a host's core."},
    {"cpu_time_per_gb", Type::delay, "Core time for 1 GB, at each end."},
    {"half_bandwidth_message", Type::bytes, "Size at which half the rate is attained."},
    {"single_stream", Type::rate, "Of one flow."},
    {"multi_stream_share", Type::share, "Of the line rate, with many flows."},
    {"latency_table", Type::table, "Latency by message size."},
    {"round_trip_table", Type::table, "Round trip by reply size."},
    {"requires", Type::text, "What the network must offer."},
    {"measured_write_to_gpu", Type::rate, "Into a GPU's memory."},
    {"measured_local", Type::rate, "Local copies, measured."},
    {"most", Type::rate, "Whatever the line rate."},
    {"ranking_source", Type::text, "Who ranks it."},
    {"rate_gen3", Type::rate, "Over PCIe 3 x16."},
    {"rate_gen4", Type::rate, "Over PCIe 4 x16."},
    {"added_read_latency", Type::latency, "Beside the drive's own."},
    {"target_cpu_share_per_million_iops", Type::number,
     "Cores at the target for 10^6 operations a second."},
    {"target_cpu_share", Type::share, "Of the target's cores."},
    {"volume_latency_range", Type::latencies, "Least and most of a volume."},
    {"per_node", Type::rate, "Into one node."},
    {"single_mount", Type::rate, "One mount."},
    {"nconnect_mount", Type::rate, "One mount with several connections."},
    {"price_per_port", Type::hourly_price, "Of a port."},
});

constexpr auto kRemoting = std::to_array<CatalogField>({
    {"about", Type::text, "One line about it."},
    {"transport", Type::name, "What it runs over.", "transports"},
    {"bandwidth_share_of_local", Type::share, "Of a local copy."},
    {"per_call_overhead", Type::latency, "Of an asynchronous call."},
    {"synchronous_call_latency", Type::latency, "Of a call that waits."},
    {"pipelined_copies", Type::boolean, "Whether copies overlap their stages."},
    {"apis", Type::texts, "cuda, …"},
    {"features", Type::texts, "What it can."},
    {"max_recommended_network_latency", Type::latency,
     "Beyond which its maker advises against it."},
    {"latency_budget", Type::latencies, "Least and most that keep the overhead within its goal."},
    {"overhead_share_goal", Type::share, "Of the run time."},
    {"naive_slowdown_max", Type::number, "Of a naive implementation."},
});

}  // namespace

std::span<const CatalogField> switches_fields() { return kSwitches; }
std::span<const CatalogField> cables_fields() { return kCables; }
std::span<const CatalogField> pcie_fabrics_fields() { return kPcieFabrics; }
std::span<const CatalogField> transports_fields() { return kTransports; }
std::span<const CatalogField> remoting_fields() { return kRemoting; }

}  // namespace gpuscape
