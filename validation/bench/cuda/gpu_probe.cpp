#include "cuda/gpu_probe.hpp"

#include <algorithm>
#include <chrono>

namespace gpuscape::bench::cuda {

namespace {

using Clock = std::chrono::steady_clock;

std::vector<int> cpus_near(const Gpu& gpu) {
  if (gpu.numa < 0) return {};
  return cpus_of_numa_node(gpu.numa);
}

const Gpu& gpu_of(const Node& node, int number) {
  return node.gpus.at(static_cast<std::size_t>(number));
}

}  // namespace

GpuProbe::GpuProbe(NodePtr node, int gpu)
    : node_(std::move(node)), gpu_(gpu), near_(cpus_near(gpu_of(*node_, gpu))) {
  node_->use(gpu_);
}

double GpuProbe::run(std::int64_t operations) {
  node_->use(gpu_);
  const auto begin = Clock::now();
  work(operations);
  const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  last_seconds_ = seconds / static_cast<double>(operations);
  return seconds;
}

std::map<std::string, double> GpuProbe::counters() const {
  std::map<std::string, double> counters;
  const NvmlDevice device = gpu_of(*node_, gpu_).nvml;
  if (const auto clock = node_->nvml.sm_clock_mhz(device)) counters["sm_clock_mhz"] = *clock;
  if (const auto heat = node_->nvml.temperature_celsius(device))
    counters["temperature_celsius"] = *heat;
  return counters;
}

const std::string& GpuProbe::id() const { return gpu_of(*node_, gpu_).id; }

void GpuProbe::wrong(const std::string& what) const {
  throw Failure(id() + " computed wrongly: " + what +
                "; nothing measured on it is to be trusted: have it tested");
}

Measure measure_on(const Gpu& gpu, const char* operation, const std::string& path) {
  Measure measure;
  measure.facts.family = "cuda";
  measure.facts.operation = operation;
  measure.facts.path = path;
  measure.marks = gpu.marks;
  return measure;
}

std::int64_t batch_for(double operation_seconds, double seconds, std::int64_t most) {
  return std::clamp<std::int64_t>(static_cast<std::int64_t>(seconds / operation_seconds), 1, most);
}

std::vector<unsigned char> pattern(std::size_t bytes, unsigned seed) {
  std::vector<unsigned char> data(bytes);
  std::uint32_t value = seed;
  for (unsigned char& byte : data) {
    value = value * 1664525U + 1013904223U;
    byte = static_cast<unsigned char>(value >> 24U);
  }
  return data;
}

}  // namespace gpuscape::bench::cuda
