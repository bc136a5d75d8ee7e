#pragma once
/// What NVIDIA's management library tells of a device, where there is one. Only reads.

#include <map>
#include <optional>
#include <string>

#include "cuda/library.hpp"

namespace gpuscape::bench::cuda {

using NvmlDevice = struct NvmlDeviceTag*;

class Nvml {
 public:
  Nvml();
  Nvml(const Nvml&) = delete;
  Nvml& operator=(const Nvml&) = delete;
  ~Nvml();

  [[nodiscard]] bool ready() const { return ready_; }
  [[nodiscard]] std::string driver_version() const;
  /// By "0000:65:00.0"; null where it knows none.
  [[nodiscard]] NvmlDevice device(const std::string& bus) const;
  [[nodiscard]] std::optional<unsigned> sm_clock_mhz(NvmlDevice device) const;
  [[nodiscard]] std::optional<unsigned> memory_clock_mhz(NvmlDevice device) const;
  [[nodiscard]] std::optional<unsigned> temperature_celsius(NvmlDevice device) const;
  /// Processes with a context on it, this one's among them once it has one.
  [[nodiscard]] std::optional<unsigned> processes(NvmlDevice device) const;
  /// Share of the last moment in which a kernel ran, in percent.
  [[nodiscard]] std::optional<unsigned> utilisation_percent(NvmlDevice device) const;
  [[nodiscard]] bool mig(NvmlDevice device) const;

 private:
  [[nodiscard]] std::optional<unsigned> clock_mhz(NvmlDevice device, int which) const;

  Library library_;
  Function<> init_{library_, "nvmlInit_v2"};
  Function<> shutdown_{library_, "nvmlShutdown"};
  Function<char*, unsigned> driver_version_{library_, "nvmlSystemGetDriverVersion"};
  Function<const char*, NvmlDevice*> by_bus_{library_, "nvmlDeviceGetHandleByPciBusId_v2"};
  Function<NvmlDevice, int, unsigned*> clock_{library_, "nvmlDeviceGetClockInfo"};
  Function<NvmlDevice, int, unsigned*> temperature_{library_, "nvmlDeviceGetTemperature"};
  Function<NvmlDevice, unsigned*, unsigned*> mig_{library_, "nvmlDeviceGetMigMode",
                                                  Need::kOptional};
  Function<NvmlDevice, unsigned*, void*> processes_{
      library_, "nvmlDeviceGetComputeRunningProcesses_v3", Need::kOptional};
  Function<NvmlDevice, unsigned*, void*> processes_old_{
      library_, "nvmlDeviceGetComputeRunningProcesses", Need::kOptional};
  struct Utilisation {
    unsigned gpu = 0;
    unsigned memory = 0;
  };
  Function<NvmlDevice, Utilisation*> utilisation_{library_, "nvmlDeviceGetUtilizationRates",
                                                  Need::kOptional};
  bool ready_ = false;
};

}  // namespace gpuscape::bench::cuda
