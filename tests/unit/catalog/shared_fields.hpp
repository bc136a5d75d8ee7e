#pragma once
/// What fields of the gathered facts are called in the catalogue, and their units in SI. Rates
/// "both directions" count half. Keys that are not here keep their name and have no unit.

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace gpuscape::testing {

struct SharedField {
  std::string_view key;
  std::string_view ours;
  double unit;
};

inline constexpr auto kSharedFields = std::to_array<SharedField>({
    {"added_read_latency_us", "added_read_latency", 1e-6},
    {"attainable_gb_per_s", "attainable", 1e9},
    {"attainable_line_rate_fraction", "attainable_share", 1.0},
    {"bandwidth_fraction", "bandwidth_share", 1.0},
    {"bandwidth_fraction_of_local", "bandwidth_share_of_local", 1.0},
    {"bandwidth_gb_per_s_per_direction_per_link", "bandwidth_per_link", 1e9},
    {"bandwidth_per_link_gb_per_s_per_direction", "bandwidth_per_link", 1e9},
    {"bandwidth_per_port_gb_per_s_per_direction", "bandwidth_per_port", 1e9},
    {"base_clock_ghz", "base_clock", 1e9},
    {"bf16_tensor_dense_tflops", "bf16_tensor", 1e12},
    {"buffer_mb", "buffer", 1e6},
    {"capacity_block_usd_per_hour", "capacity_block", 1.0},
    {"capacity_gb_each", "capacity_each", 1e9},
    {"capacity_gb_per_s_bidirectional", "capacity", 0.5e9},
    {"cpu_core_seconds_per_gb", "cpu_time_per_gb", 1.0},
    {"cpu_overhead_us_per_message", "cpu_time_per_message", 1e-6},
    {"fp16_tensor_dense_tflops", "fp16_tensor", 1e12},
    {"fp16_vector_tflops", "fp16_vector", 1e12},
    {"fp32_tflops", "fp32", 1e12},
    {"fp4_tensor_dense_tflops", "fp4_tensor", 1e12},
    {"fp64_tensor_tflops", "fp64_tensor", 1e12},
    {"fp64_tflops", "fp64", 1e12},
    {"fp8_tensor_dense_tflops", "fp8_tensor", 1e12},
    {"gb_per_s_gen3", "rate_gen3", 1e9},
    {"gb_per_s_gen4", "rate_gen4", 1e9},
    {"half_bandwidth_message_bytes", "half_bandwidth_message", 1.0},
    {"hop_latency_ns", "hop_latency", 1e-9},
    {"host_part_spot_usd_per_hour", "host_part_spot", 1.0},
    {"host_part_usd_per_hour", "host_part", 1.0},
    {"idle_power_w", "idle_power", 1.0},
    {"int8_dense_tops", "int8", 1e12},
    {"l2_cache_mb", "l2_cache", 1e6},
    {"latency_budget_us", "latency_budget", 1e-6},
    {"latency_us", "latency", 1e-6},
    {"launch_price_usd", "launch_price", 1.0},
    {"list_price_usd", "list_price", 1.0},
    {"local_measured_gb_per_s", "measured_local", 1e9},
    {"local_storage_gb", "local_storage", 1e9},
    {"max_gb_per_s", "most", 1e9},
    {"max_length_m", "max_length", 1.0},
    {"max_recommended_network_latency_us", "max_recommended_network_latency", 1e-6},
    {"measured_write_to_gpu_gb_per_s", "measured_write_to_gpu", 1e9},
    {"memory_bandwidth_gb_per_s", "memory_bandwidth", 1e9},
    {"memory_bandwidth_gb_per_s_per_socket", "memory_bandwidth_per_socket", 1e9},
    {"memory_fraction", "memory_share", 1.0},
    {"memory_gb", "memory", 1e9},
    {"multi_stream_fraction", "multi_stream_share", 1.0},
    {"nconnect_mount_gb_per_s", "nconnect_mount", 1e9},
    {"network_gbit_per_s", "network", 1e9 / 8},
    {"on_demand_after_2025_06_usd_per_hour", "prices.0.on_demand", 1.0},
    {"on_demand_usd_per_gpu_hour", "on_demand_per_gpu", 1.0},
    {"on_demand_usd_per_hour", "on_demand", 1.0},
    {"one_way_latency_us", "one_way_latency", 1e-6},
    {"overhead_fraction_goal", "overhead_share_goal", 1.0},
    {"packets_per_s_billion", "packet_rate", 1e9},
    {"pcie_bandwidth_gb_per_s_per_direction", "pcie_bandwidth", 1e9},
    {"per_call_overhead_us", "per_call_overhead", 1e-6},
    {"per_node_gb_per_s", "per_node", 1e9},
    {"port_bandwidth_gb_per_s_per_direction", "port_bandwidth", 1e9},
    {"port_to_port_latency_ns", "port_to_port_latency", 1e-9},
    {"power_idle_w", "power_idle", 1.0},
    {"power_limit_w", "power_limit", 1.0},
    {"power_max_w", "power_max", 1.0},
    {"power_typical_w", "power_typical", 1.0},
    {"power_w", "power", 1.0},
    {"power_w_both_ends", "power", 1.0},
    {"price_usd", "price", 1.0},
    {"price_usd_per_port_hour", "price_per_port", 1.0},
    {"ram_gb", "memory", 1e9},
    {"read_gb_per_s", "read", 1e9},
    {"reassign_time_s", "reassign_time", 1.0},
    {"reserved_1y_usd_per_hour", "reserved_1y", 1.0},
    {"reserved_3y_usd_per_hour", "reserved_3y", 1.0},
    {"reserved_3y_usd_per_hour_2023", "reserved_3y", 1.0},
    {"single_mount_gb_per_s", "single_mount", 1e9},
    {"single_stream_gbit_per_s", "single_stream", 1e9 / 8},
    {"sm_fraction", "sm_share", 1.0},
    {"speed_gbit_per_s", "speed", 1e9 / 8},
    {"speed_gbit_per_s_per_port", "speed", 1e9 / 8},
    {"split_speed_gbit_per_s", "split_speed", 1e9 / 8},
    {"spot_usd_per_hour", "spot", 1.0},
    {"street_price_usd", "street_price", 1.0},
    {"switch_chips", "chips", 1.0},
    {"synchronous_call_latency_us", "synchronous_call_latency", 1e-6},
    {"target_cpu_fraction", "target_cpu_share", 1.0},
    {"target_cpu_fraction_per_million_iops", "target_cpu_share_per_million_iops", 1.0},
    {"tdp_w", "tdp", 1.0},
    {"tdp_w_per_socket", "tdp_per_socket", 1.0},
    {"tf32_tensor_dense_tflops", "tf32_tensor", 1e12},
    {"throughput_tbit_per_s_bidirectional", "throughput", 0.5e12 / 8},
    {"total_bandwidth_gb_per_s_bidirectional", "total_bandwidth", 0.5e9},
    {"uplink_speed_gbit_per_s", "uplink_speed", 1e9 / 8},
    {"verbs_latency_us", "verbs_latency", 1e-6},
    {"vgpu_framebuffer_profiles_gb", "vgpu_framebuffer_profiles", 1e9},
    {"volume_latency_us_range", "volume_latency_range", 1e-6},
    {"write_gb_per_s", "write", 1e9},
    {"year_introduced", "year", 1.0},
});

/// The path with every step of "prices.0.on_demand".
inline std::vector<std::string> with_steps(std::vector<std::string> path, std::string_view steps) {
  for (std::size_t end = steps.find('.'); end != std::string_view::npos; end = steps.find('.')) {
    path.emplace_back(steps.substr(0, end));
    steps.remove_prefix(end + 1);
  }
  path.emplace_back(steps);
  return path;
}

}  // namespace gpuscape::testing
