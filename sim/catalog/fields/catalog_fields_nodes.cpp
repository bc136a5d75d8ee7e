#include "sim/catalog/fields/catalog_field_tables.hpp"

#include <array>

namespace gpuscape {

namespace {

using Type = CatalogType;
using Topic = CatalogTopic;
using Use = CatalogUse;

constexpr auto kNodes = std::to_array<CatalogField>({
    {"about", Type::text, Topic::description, Use::nothing, "One line about it."},
    {"vendor", Type::text, Topic::description, Use::nothing, "Who makes it."},
    {"category", Type::text, Topic::description, Use::nothing,
     "gpu_server, cpu_server, workstation, rackScale, composable, cloud_host, storage_server."},
    {"year", Type::year, Topic::description, Use::nothing, "When it came out."},
    {"rack_units", Type::count, Topic::rack, Use::network, "Height in a rack; 0 for a tower."},
    {"features", Type::texts, Topic::description, Use::jobs,
     "What a job may ask of such nodes by name, as Slurm's features."},
    {"cooling", Type::text, Topic::rack, Use::nothing, "Air or liquid."},
    {"cpu.sockets", Type::count, Topic::processors, Use::graph, "CPU sockets."},
    {"cpu.model", Type::text, Topic::processors, Use::graph, "Processor of each socket."},
    {"cpu.cores_per_socket", Type::count, Topic::processors, Use::jobs,
     "Cores, without hyper-threads."},
    {"cpu.base_clock", Type::frequency, Topic::ratings, Use::nothing, "Guaranteed clock."},
    {"cpu.memory_bandwidth_per_socket", Type::rate, Topic::ratings, Use::graph,
     "Peak of a socket's memory."},
    {"cpu.tdp_per_socket", Type::power, Topic::ratings, Use::nothing,
     "Thermal design power of a socket."},
    {"cpu.inter_socket.type", Type::name, Topic::ratings, Use::graph,
     "The kind of the links between sockets.", "links"},
    {"cpu.inter_socket.links", Type::count, Topic::ratings, Use::graph,
     "Links between two sockets."},
    {"cpu.inter_socket.bandwidth_per_link", Type::wire_rate, Topic::ratings, Use::graph,
     "Of one of them."},
    {"memory", Type::bytes, Topic::memory, Use::jobs, "Host memory."},
    {"gpu.model", Type::name, Topic::gpus, Use::graph, "GPU model of the node.", "gpus"},
    {"gpu.count", Type::count, Topic::gpus, Use::jobs, "How many; 0 where it has none."},
    {"gpu.max_count", Type::count, Topic::gpus, Use::nothing, "How many fit."},
    {"gpu.alternatives", Type::names, Topic::gpus, Use::nothing, "Other GPUs that it is sold with.",
     "gpus"},
    {"gpu.rated_power", Type::power, Topic::ratings, Use::graph,
     "Rated power of one GPU in this machine, if not the model's."},
    {"gpu.power_limit", Type::power, Topic::ratings, Use::graph,
     "Power limit that is set on each GPU."},
    {"trays", Type::count, Topic::layout, Use::graph,
     "Number of identical trays: devices, links, nics and storage.*.devices are repeated in each."},
    {"devices.*", Type::choice, Topic::layout, Use::graph, "What is in it, by name.",
     "cpu host_bridge memory pcie_switch gpu nic nvme storage_controller nvswitch"},
    {"links[].between", Type::texts, Topic::layout, Use::graph, "The two devices that it joins."},
    {"links[].type", Type::name, Topic::lanes, Use::graph, "The kind of the link.", "links"},
    {"links[].lanes", Type::count, Topic::lanes, Use::graph, "PCIe lanes."},
    {"links[].count", Type::count, Topic::lanes, Use::graph, "Links side by side."},
    {"links[].bandwidth", Type::rate, Topic::lanes, Use::graph,
     "Where the rate is given and does not follow from lanes."},
    {"links[].latency", Type::latency, Topic::lanes, Use::graph,
     "Where it differs from that of its kind."},
    {"gpu_fabric.kind", Type::choice, Topic::nvlink, Use::graph, "How GPUs are joined beside PCIe.",
     "point_to_point nvswitch"},
    {"gpu_fabric.type", Type::name, Topic::nvlink, Use::graph, "The kind of its links.", "links"},
    {"gpu_fabric.generation", Type::count, Topic::nvlink, Use::nothing,
     "Generation of Infinity Fabric."},
    {"gpu_fabric.bandwidth_per_link", Type::wire_rate, Topic::ratings, Use::graph, "Of one link."},
    {"gpu_fabric.links[].between", Type::texts, Topic::nvlink, Use::graph, "Two GPUs."},
    {"gpu_fabric.links[].count", Type::count, Topic::nvlink, Use::graph, "Links between them."},
    {"gpu_fabric.switch", Type::name, Topic::nvlink, Use::graph, "The switch chip.", "nvswitches"},
    {"gpu_fabric.chips", Type::count, Topic::nvlink, Use::nothing, "Switch chips."},
    {"gpu_fabric.links_per_gpu", Type::count, Topic::nvlink, Use::graph, "Links of a GPU."},
    {"gpu_fabric.domain_gpus", Type::count, Topic::nvlink, Use::graph,
     "GPUs that the switches join."},
    {"gpu_fabric.gpus", Type::texts, Topic::nvlink, Use::graph,
     "GPUs that the switches join, where not all do."},
    {"gpu_fabric.non_blocking", Type::boolean, Topic::nvlink, Use::nothing,
     "Whether every GPU can send at full rate to any permutation."},
    {"nics.*.model", Type::name, Topic::ports, Use::graph, "The adapter.", "nics"},
    {"nics.*.as_written", Type::text, Topic::ports, Use::graph,
     "As the source calls it; found in nic_names."},
    {"nics.*.speed", Type::line_rate, Topic::ports, Use::graph, "Of one port."},
    {"nics.*.ports", Type::count, Topic::ports, Use::graph, "Ports in use."},
    {"nics.*.role", Type::choice, Topic::ports, Use::graph, "The network that it belongs to.",
     "compute storage management all"},
    {"storage.*.model", Type::text, Topic::drives, Use::nothing, "Drives."},
    {"storage.*.count", Type::count, Topic::drives, Use::nothing, "How many."},
    {"storage.*.capacity_each", Type::bytes, Topic::drives, Use::nothing, "Of one drive."},
    {"storage.*.layout", Type::text, Topic::drives, Use::nothing, "RAID or not."},
    {"storage.*.read", Type::rate, Topic::rates, Use::nothing, "All of them, sequential."},
    {"storage.*.write", Type::rate, Topic::rates, Use::nothing, "All of them, sequential."},
    {"storage.*.devices", Type::texts, Topic::drives, Use::nothing,
     "Their names among the devices."},
    {"io_slots[].slot", Type::count, Topic::layout, Use::nothing, "Number of a free slot."},
    {"io_slots[].cpu", Type::text, Topic::layout, Use::nothing, "The socket that it hangs off."},
    {"io_slots[].lanes", Type::count, Topic::lanes, Use::nothing, "Its width."},
    {"power_max", Type::power, Topic::power, Use::cost, "Rating of the supplies' input."},
    {"power_typical", Type::power, Topic::draw, Use::nothing, "Power drawn in training."},
    {"power_idle", Type::power, Topic::draw, Use::cost, "Power drawn with nothing to do."},
    {"list_price", Type::price, Topic::prices, Use::cost, "List price of the machine."},
    {"list_price_year", Type::year, Topic::prices, Use::cost, "Year of that price."},
});

constexpr auto kNics = std::to_array<CatalogField>({
    {"about", Type::text, Topic::description, Use::nothing, "One line about it."},
    {"year", Type::year, Topic::description, Use::nothing, "When it came out."},
    {"speed", Type::line_rate, Topic::ports, Use::graph, "Of one port."},
    {"ports", Type::count, Topic::ports, Use::nothing, "Ports on the card."},
    {"pcie_generation", Type::count, Topic::lanes, Use::nothing, "Of its host interface."},
    {"pcie_lanes", Type::count, Topic::lanes, Use::nothing, "Of its host interface."},
    {"protocols", Type::texts, Topic::ports, Use::graph,
     "infiniband, ethernet, …: what it speaks."},
    {"verbs_latency", Type::latency, Topic::rates, Use::graph,
     "One way, small message, two hosts and one switch."},
    {"power", Type::power, Topic::power, Use::nothing, "Of the card."},
    {"price", Type::price, Topic::prices, Use::nothing, "Of the card."},
    {"price_year", Type::year, Topic::prices, Use::nothing, "Year of that price."},
    {"attainable", Type::rate, Topic::rates, Use::nothing, "What applications get out of it."},
    {"arm_cores", Type::count, Topic::description, Use::nothing, "Of a DPU."},
    {"memory", Type::bytes, Topic::memory, Use::nothing, "Of a DPU."},
});

constexpr auto kNicNames = std::to_array<CatalogField>({
    {"about", Type::text, Topic::description, Use::nothing, "One line about it."},
    {"model", Type::name, Topic::description, Use::graph, "The adapter.", "nics"},
    {"nodes.*", Type::name, Topic::description, Use::graph,
     "The adapter in one node, where the name means another there.", "nics"},
});

}  // namespace

std::span<const CatalogField> nodes_fields() { return kNodes; }
std::span<const CatalogField> nics_fields() { return kNics; }
std::span<const CatalogField> nic_names_fields() { return kNicNames; }

}  // namespace gpuscape
