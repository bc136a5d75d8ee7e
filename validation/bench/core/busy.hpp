#pragma once
/// Whether others use the machine before anything is measured.

#include <optional>
#include <string>

#include "text/json.hpp"

namespace gpuscape::bench {

/// Clock ticks of all CPUs since the machine started: the first line of /proc/stat.
struct CpuTicks {
  double busy = 0.0;  ///< user, system, interrupts, and what a hypervisor gave to others
  double all = 0.0;
};
/// Nothing for a line that is not that of all CPUs.
std::optional<CpuTicks> cpu_ticks(const std::string& line);

struct MachineLoad {
  double cpus_busy = 0.0;  ///< while nothing of ours ran
  double cpus = 1.0;
  std::string load_average = {};  ///< of one, five and fifteen minutes; empty where it is not known
};
/// `all`: CPUs that the machine has.
MachineLoad load_between(const CpuTicks& before, const CpuTicks& after, double all);
/// Waits a moment and looks at what the CPUs do meanwhile; nothing where /proc does not say.
std::optional<MachineLoad> machine_load();

/// One line that begins with "warning: "; empty for a quiet machine: at most half of one CPU is
/// busy.
std::string busy_warning(const MachineLoad& load);
Json load_facts(const MachineLoad& load);

}  // namespace gpuscape::bench
