#include "cuda/nvml.hpp"

#include <array>

namespace gpuscape::bench::cuda {

namespace {

constexpr int kSmClock = 1;
constexpr int kMemoryClock = 2;
constexpr int kOnTheGpu = 0;
constexpr int kInsufficientSize = 7;

}  // namespace

Nvml::Nvml()
    : library_(names_or("GPUSCAPE_NVML_LIBRARY", {"libnvidia-ml.so.1"}),
               [](const std::string&, int) {}) {
  ready_ = library_.loaded() && library_.missing().empty() && init_.code() == 0;
}

Nvml::~Nvml() {
  if (ready_) shutdown_.quietly();
}

std::string Nvml::driver_version() const {
  std::array<char, 96> text{};
  if (!ready_ || driver_version_.code(text.data(), text.size() - 1) != 0) return {};
  return text.data();
}

NvmlDevice Nvml::device(const std::string& bus) const {
  NvmlDevice device = nullptr;
  if (!ready_ || bus.empty() || by_bus_.code(bus.c_str(), &device) != 0) return nullptr;
  return device;
}

std::optional<unsigned> Nvml::clock_mhz(NvmlDevice device, int which) const {
  unsigned value = 0;
  if (device == nullptr || clock_.code(device, which, &value) != 0) return {};
  return value;
}

std::optional<unsigned> Nvml::sm_clock_mhz(NvmlDevice device) const {
  return clock_mhz(device, kSmClock);
}

std::optional<unsigned> Nvml::memory_clock_mhz(NvmlDevice device) const {
  return clock_mhz(device, kMemoryClock);
}

std::optional<unsigned> Nvml::temperature_celsius(NvmlDevice device) const {
  unsigned value = 0;
  if (device == nullptr || temperature_.code(device, kOnTheGpu, &value) != 0) return {};
  return value;
}

std::optional<unsigned> Nvml::processes(NvmlDevice device) const {
  if (device == nullptr) return {};
  // Asked with room for none, it answers how many there are.
  unsigned count = 0;
  const int code = processes_ ? processes_.code(device, &count, nullptr)
                              : processes_old_.code(device, &count, nullptr);
  if (code != 0 && code != kInsufficientSize) return {};
  return count;
}

std::optional<unsigned> Nvml::utilisation_percent(NvmlDevice device) const {
  Utilisation now;
  if (device == nullptr || !utilisation_ || utilisation_.code(device, &now) != 0) return {};
  return now.gpu;
}

bool Nvml::mig(NvmlDevice device) const {
  unsigned now = 0;
  unsigned after_reset = 0;
  return device != nullptr && mig_.code(device, &now, &after_reset) == 0 && now != 0;
}

}  // namespace gpuscape::bench::cuda
