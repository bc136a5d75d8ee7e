#include "sim/catalog/fields/catalog_field_tables.hpp"

#include <array>

namespace gpuscape {

namespace {

using Type = CatalogType;
using Topic = CatalogTopic;
using Use = CatalogUse;

constexpr auto kGpus = std::to_array<CatalogField>({
    {"about", Type::text, Topic::description, Use::nothing, "One line about it."},
    {"vendor", Type::text, Topic::description, Use::nothing, "Who makes it."},
    {"architecture", Type::text, Topic::description, Use::nothing, "The family of its chip."},
    {"compute_capability", Type::number, Topic::description, Use::nothing,
     "CUDA compute capability."},
    {"year", Type::year, Topic::description, Use::nothing, "When it came out."},
    {"form_factor", Type::text, Topic::description, Use::nothing, "PCIe card, SXM module, …"},
    {"dies_per_card", Type::count, Topic::description, Use::nothing, "Chips on the board."},
    {"fp64", Type::compute, Topic::compute, Use::nothing,
     "Peak in double precision, outside tensor cores."},
    {"fp64_tensor", Type::compute, Topic::compute, Use::nothing,
     "Peak in double precision on tensor cores."},
    {"fp32", Type::compute, Topic::compute, Use::steps, "Peak in single precision."},
    {"tf32_tensor", Type::compute, Topic::compute, Use::steps, "Dense peak in TF32."},
    {"fp16_vector", Type::compute, Topic::compute, Use::steps,
     "Peak in half precision, outside tensor cores."},
    {"fp16_tensor", Type::compute, Topic::compute, Use::steps,
     "Dense peak in half precision on tensor cores."},
    {"bf16_tensor", Type::compute, Topic::compute, Use::steps, "Dense peak in bfloat16."},
    {"fp8_tensor", Type::compute, Topic::compute, Use::nothing, "Dense peak in FP8."},
    {"fp4_tensor", Type::compute, Topic::compute, Use::nothing, "Dense peak in FP4."},
    {"int8", Type::compute, Topic::compute, Use::nothing, "Dense peak in 8-bit integers."},
    {"memory", Type::bytes, Topic::memory, Use::steps, "Memory as sold."},
    {"memory_type", Type::text, Topic::memory, Use::nothing, "GDDR6, HBM3, …"},
    {"memory_bandwidth", Type::rate, Topic::memory, Use::nothing, "Peak of its memory."},
    {"sm_count", Type::count, Topic::compute, Use::nothing,
     "Streaming multiprocessors or compute units."},
    {"l2_cache", Type::bytes, Topic::compute, Use::nothing, "Second-level cache."},
    {"sister_board", Type::name, Topic::rates, Use::steps,
     "Another board with the same chip, of which more rates are known.", "gpus"},
    {"sister_rate", Type::number, Topic::rates, Use::steps,
     "The rate at which it trains, divided by that of `sister_board`."},
    {"pcie_generation", Type::count, Topic::lanes, Use::nothing, "Of its host interface."},
    {"pcie_lanes", Type::count, Topic::lanes, Use::nothing, "Of its host interface."},
    {"pcie_bandwidth", Type::wire_rate, Topic::lanes, Use::nothing, "Of its host interface."},
    {"copy_rate", Type::rate, Topic::rates, Use::graph,
     "What its copy engines attain in a single copy."},
    {"peer_access", Type::boolean, Topic::layout, Use::transfers,
     "Whether it reads and writes other GPUs' memory over PCIe; without it, it does."},
    {"nvlink.type", Type::name, Topic::nvlink, Use::graph, "The kind of its links.", "links"},
    {"nvlink.generation", Type::count, Topic::nvlink, Use::nothing,
     "Generation of Infinity Fabric."},
    {"nvlink.links", Type::count, Topic::nvlink, Use::graph, "How many it has."},
    {"nvlink.bandwidth_per_link", Type::wire_rate, Topic::nvlink, Use::graph, "Of one link."},
    {"nvlink.total_bandwidth", Type::wire_rate, Topic::nvlink, Use::nothing, "Of all links."},
    {"nvlink.attachment", Type::text, Topic::nvlink, Use::nothing, "What they lead to."},
    {"tdp", Type::power, Topic::power, Use::graph, "Thermal design power."},
    {"idle_power", Type::power, Topic::draw, Use::cost, "Drawn with nothing to do."},
    {"mig.max_instances", Type::count, Topic::sharing, Use::nothing, "Most MIG instances at once."},
    {"mig.memory_slices", Type::count, Topic::sharing, Use::nothing,
     "Memory slices of the whole GPU."},
    {"mig.compute_slices", Type::count, Topic::sharing, Use::nothing,
     "Compute slices of the whole GPU."},
    {"mig.profiles.*.compute_slices", Type::count, Topic::sharing, Use::nothing,
     "Compute slices of an instance."},
    {"mig.profiles.*.sm_share", Type::share, Topic::sharing, Use::nothing,
     "Share of the multiprocessors."},
    {"mig.profiles.*.memory_share", Type::share, Topic::sharing, Use::nothing,
     "Share of the memory."},
    {"mig.profiles.*.memory", Type::bytes, Topic::sharing, Use::nothing, "Memory of an instance."},
    {"mig.profiles.*.max_instances", Type::count, Topic::sharing, Use::nothing,
     "Most instances of this profile at once."},
    {"mig.profiles.*.sm_count", Type::count, Topic::sharing, Use::nothing,
     "Multiprocessors of an instance."},
    {"vgpu_framebuffer_profiles", Type::bytes_list, Topic::sharing, Use::nothing,
     "Memory sizes of its vGPU profiles."},
    {"street_price", Type::price, Topic::prices, Use::cost, "What a buyer pays."},
    {"street_price_year", Type::year, Topic::prices, Use::cost, "Of the street price."},
    {"launch_price", Type::price, Topic::prices, Use::nothing, "What it was announced at."},
});

constexpr auto kLinks = std::to_array<CatalogField>({
    {"about", Type::text, Topic::description, Use::nothing, "One line about it."},
    {"vendor", Type::text, Topic::description, Use::nothing, "Whose GPUs or processors it joins."},
    {"rate_per_lane", Type::wire_rate, Topic::lanes, Use::graph,
     "Of one lane, or one link where it has no lanes."},
    {"payload_share", Type::share, Topic::rates, Use::graph, "Of that rate, for large copies."},
    {"latency", Type::latency, Topic::rates, Use::graph, "Of the link and the device behind it."},
});

constexpr auto kNvswitches = std::to_array<CatalogField>({
    {"about", Type::text, Topic::description, Use::nothing, "One line about it."},
    {"ports", Type::count, Topic::nvlink, Use::nothing, "NVLink ports of a chip."},
    {"bandwidth_per_port", Type::wire_rate, Topic::nvlink, Use::nothing, "Of one port."},
    {"capacity", Type::wire_rate, Topic::nvlink, Use::nothing, "Of all ports."},
    {"hop_latency", Type::latency, Topic::rates, Use::graph, "Through the chip."},
    {"power", Type::power, Topic::power, Use::nothing, "Of a chip."},
    {"chips_per_system", Type::count, Topic::nvlink, Use::nothing,
     "In the system that it is sold in."},
    {"in_network_reduction", Type::boolean, Topic::nvlink, Use::nothing, "Reduces in the switch."},
});

constexpr auto kPathClasses = std::to_array<CatalogField>({
    {"about", Type::text, Topic::description, Use::nothing, "One line about it."},
    {"latency", Type::latency, Topic::rates, Use::nothing, "One way."},
    {"bandwidth_share", Type::share, Topic::rates, Use::nothing,
     "Of the raw rate that a peer copy attains."},
});

}  // namespace

std::span<const CatalogField> gpus_fields() { return kGpus; }
std::span<const CatalogField> links_fields() { return kLinks; }
std::span<const CatalogField> nvswitches_fields() { return kNvswitches; }
std::span<const CatalogField> path_classes_fields() { return kPathClasses; }

}  // namespace gpuscape
