#include "sim/scenario/catalog_field_tables.hpp"

#include <array>

namespace gpuscape {

namespace {

using Type = CatalogType;

constexpr auto kGpus = std::to_array<CatalogField>({
    {"about", Type::text, "One line about it."},
    {"vendor", Type::text, "Who makes it."},
    {"architecture", Type::text, "The family of its chip."},
    {"compute_capability", Type::number, "CUDA compute capability."},
    {"year", Type::year, "When it came out."},
    {"form_factor", Type::text, "PCIe card, SXM module, …"},
    {"dies_per_card", Type::count, "Chips on the board."},
    {"fp64", Type::compute, "Peak in double precision, outside tensor cores."},
    {"fp64_tensor", Type::compute, "Peak in double precision on tensor cores."},
    {"fp32", Type::compute, "Peak in single precision."},
    {"tf32_tensor", Type::compute, "Dense peak in TF32."},
    {"fp16_vector", Type::compute, "Peak in half precision, outside tensor cores."},
    {"fp16_tensor", Type::compute, "Dense peak in half precision on tensor cores."},
    {"bf16_tensor", Type::compute, "Dense peak in bfloat16."},
    {"fp8_tensor", Type::compute, "Dense peak in FP8."},
    {"fp4_tensor", Type::compute, "Dense peak in FP4."},
    {"int8", Type::compute, "Dense peak in 8-bit integers."},
    {"memory", Type::bytes, "Memory as sold."},
    {"memory_type", Type::text, "GDDR6, HBM3, …"},
    {"memory_bandwidth", Type::rate, "Peak of its memory."},
    {"sm_count", Type::count, "Streaming multiprocessors or compute units."},
    {"l2_cache", Type::bytes, "Second-level cache."},
    {"pcie_generation", Type::count, "Of its host interface."},
    {"pcie_lanes", Type::count, "Of its host interface."},
    {"pcie_bandwidth", Type::wire_rate, "Of its host interface."},
    {"copy_rate", Type::rate, "What its copy engines attain in a single copy."},
    {"nvlink.type", Type::name, "The kind of its links.", "links"},
    {"nvlink.generation", Type::count, "Of Infinity Fabric."},
    {"nvlink.links", Type::count, "How many it has."},
    {"nvlink.bandwidth_per_link", Type::wire_rate, "Of one link."},
    {"nvlink.total_bandwidth", Type::wire_rate, "Of all links."},
    {"nvlink.attachment", Type::text, "What they lead to."},
    {"tdp", Type::power, "Thermal design power."},
    {"idle_power", Type::power, "Drawn with nothing to do."},
    {"mig.max_instances", Type::count, "Most MIG instances at once."},
    {"mig.memory_slices", Type::count, "Memory slices of the whole GPU."},
    {"mig.compute_slices", Type::count, "Compute slices of the whole GPU."},
    {"mig.profiles.*.compute_slices", Type::count, "Compute slices of an instance."},
    {"mig.profiles.*.sm_share", Type::share, "Share of the multiprocessors."},
    {"mig.profiles.*.memory_share", Type::share, "Share of the memory."},
    {"mig.profiles.*.memory", Type::bytes, "Memory of an instance."},
    {"mig.profiles.*.max_instances", Type::count, "Most instances of this profile at once."},
    {"mig.profiles.*.sm_count", Type::count, "Multiprocessors of an instance."},
    {"vgpu_framebuffer_profiles", Type::bytes_list, "Memory sizes of its vGPU profiles."},
    {"street_price", Type::price, "What a buyer pays."},
    {"street_price_year", Type::year, "Of the street price."},
    {"launch_price", Type::price, "What it was announced at."},
});

constexpr auto kLinks = std::to_array<CatalogField>({
    {"about", Type::text, "One line about it."},
    {"rate_per_lane", Type::wire_rate, "Of one lane, or one link where it has no lanes."},
    {"payload_share", Type::share, "Of that rate, for large copies."},
    {"latency", Type::latency, "Of the link and the device behind it."},
});

constexpr auto kNvswitches = std::to_array<CatalogField>({
    {"about", Type::text, "One line about it."},
    {"ports", Type::count, "NVLink ports of a chip."},
    {"bandwidth_per_port", Type::wire_rate, "Of one port."},
    {"capacity", Type::wire_rate, "Of all ports."},
    {"hop_latency", Type::latency, "Through the chip."},
    {"power", Type::power, "Of a chip."},
    {"chips_per_system", Type::count, "In the system that it is sold in."},
    {"in_network_reduction", Type::boolean, "Reduces in the switch."},
});

constexpr auto kPathClasses = std::to_array<CatalogField>({
    {"about", Type::text, "One line about it."},
    {"latency", Type::latency, "One way."},
    {"bandwidth_share", Type::share, "Of the raw rate that a peer copy attains."},
});

}  // namespace

std::span<const CatalogField> gpus_fields() { return kGpus; }
std::span<const CatalogField> links_fields() { return kLinks; }
std::span<const CatalogField> nvswitches_fields() { return kNvswitches; }
std::span<const CatalogField> path_classes_fields() { return kPathClasses; }

}  // namespace gpuscape
