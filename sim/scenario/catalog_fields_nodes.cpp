#include "sim/scenario/catalog_field_tables.hpp"

#include <array>

namespace gpuscape {

namespace {

using Type = CatalogType;

constexpr auto kNodes = std::to_array<CatalogField>({
    {"about", Type::text, "One line about it."},
    {"vendor", Type::text, "Who makes it."},
    {"category", Type::text,
     "gpu_server, cpu_server, workstation, rackScale, composable, cloud_host, storage_server."},
    {"year", Type::year, "When it came out."},
    {"rack_units", Type::count, "Height in a rack; 0 for a tower."},
    {"cooling", Type::text, "Air or liquid."},
    {"cpu.sockets", Type::count, "CPU sockets."},
    {"cpu.model", Type::text, "Of each socket."},
    {"cpu.cores_per_socket", Type::count, "Cores, without hyper-threads."},
    {"cpu.base_clock", Type::frequency, "Guaranteed clock."},
    {"cpu.memory_bandwidth_per_socket", Type::rate, "Peak of a socket's memory."},
    {"cpu.tdp_per_socket", Type::power, "Thermal design power of a socket."},
    {"cpu.inter_socket.type", Type::name, "The kind of the links between sockets.", "links"},
    {"cpu.inter_socket.links", Type::count, "Links between two sockets."},
    {"cpu.inter_socket.bandwidth_per_link", Type::wire_rate, "Of one of them."},
    {"memory", Type::bytes, "Host memory."},
    {"gpu.model", Type::name, "Its GPUs.", "gpus"},
    {"gpu.count", Type::count, "How many; 0 where it has none."},
    {"gpu.max_count", Type::count, "How many fit."},
    {"gpu.alternatives", Type::names, "Other GPUs that it is sold with.", "gpus"},
    {"gpu.power_limit", Type::power, "Of one GPU in this machine."},
    {"trays", Type::count,
     "How many times devices, links, nics and storage.*.devices stand in it."},
    {"devices.*", Type::choice, "What is in it, by name.",
     "cpu host_bridge memory pcie_switch gpu nic nvme storage_controller nvswitch"},
    {"links[].between", Type::texts, "The two devices that it joins."},
    {"links[].type", Type::name, "The kind of the link.", "links"},
    {"links[].lanes", Type::count, "PCIe lanes."},
    {"links[].count", Type::count, "Links side by side."},
    {"links[].bandwidth", Type::rate, "Where the rate is given and does not follow from lanes."},
    {"links[].latency", Type::latency, "Where it differs from that of its kind."},
    {"gpu_fabric.kind", Type::choice, "How GPUs are joined beside PCIe.",
     "point_to_point nvswitch"},
    {"gpu_fabric.type", Type::name, "The kind of its links.", "links"},
    {"gpu_fabric.generation", Type::count, "Of Infinity Fabric."},
    {"gpu_fabric.bandwidth_per_link", Type::wire_rate, "Of one link."},
    {"gpu_fabric.links[].between", Type::texts, "Two GPUs."},
    {"gpu_fabric.links[].count", Type::count, "Links between them."},
    {"gpu_fabric.switch", Type::name, "The switch chip.", "nvswitches"},
    {"gpu_fabric.chips", Type::count, "Switch chips."},
    {"gpu_fabric.links_per_gpu", Type::count, "Links of a GPU."},
    {"gpu_fabric.domain_gpus", Type::count, "GPUs that the switches join."},
    {"gpu_fabric.non_blocking", Type::boolean,
     "Whether every GPU can send at full rate to any permutation."},
    {"nics.*.model", Type::name, "The adapter.", "nics"},
    {"nics.*.as_written", Type::text, "As the source calls it; found in nic_names."},
    {"nics.*.speed", Type::line_rate, "Of one port."},
    {"nics.*.ports", Type::count, "Ports in use."},
    {"nics.*.role", Type::choice, "The network that it belongs to.",
     "compute storage management all"},
    {"storage.*.model", Type::text, "Drives."},
    {"storage.*.count", Type::count, "How many."},
    {"storage.*.capacity_each", Type::bytes, "Of one drive."},
    {"storage.*.layout", Type::text, "RAID or not."},
    {"storage.*.read", Type::rate, "All of them, sequential."},
    {"storage.*.write", Type::rate, "All of them, sequential."},
    {"storage.*.devices", Type::texts, "Their names among the devices."},
    {"io_slots[].slot", Type::count, "Number of a free slot."},
    {"io_slots[].cpu", Type::text, "The socket that it hangs off."},
    {"io_slots[].lanes", Type::count, "Its width."},
    {"power_max", Type::power, "Rating of the supplies' input."},
    {"power_typical", Type::power, "In training."},
    {"power_idle", Type::power, "With nothing to do."},
    {"list_price", Type::price, "Of the machine."},
    {"list_price_year", Type::year, "Of that price."},
});

constexpr auto kNics = std::to_array<CatalogField>({
    {"about", Type::text, "One line about it."},
    {"year", Type::year, "When it came out."},
    {"speed", Type::line_rate, "Of one port."},
    {"ports", Type::count, "Ports on the card."},
    {"pcie_generation", Type::count, "Of its host interface."},
    {"pcie_lanes", Type::count, "Of its host interface."},
    {"protocols", Type::texts, "infiniband, ethernet, …: what it speaks."},
    {"verbs_latency", Type::latency, "One way, small message, two hosts and one switch."},
    {"power", Type::power, "Of the card."},
    {"price", Type::price, "Of the card."},
    {"price_year", Type::year, "Of that price."},
    {"attainable", Type::rate, "What applications get out of it."},
    {"arm_cores", Type::count, "Of a DPU."},
    {"memory", Type::bytes, "Of a DPU."},
});

constexpr auto kNicNames = std::to_array<CatalogField>({
    {"about", Type::text, "One line about it."},
    {"model", Type::name, "The adapter.", "nics"},
    {"nodes.*", Type::name, "The adapter in one node, where the name means another there.", "nics"},
});

}  // namespace

std::span<const CatalogField> nodes_fields() { return kNodes; }
std::span<const CatalogField> nics_fields() { return kNics; }
std::span<const CatalogField> nic_names_fields() { return kNicNames; }

}  // namespace gpuscape
