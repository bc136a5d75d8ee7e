#pragma once
/// What the GPU time of a workload is asked for: by which applications, by interactive sessions, by
/// jobs of which nobody said what they do.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/units/quantity.hpp"

namespace gpuscape {

struct JobShare {
  std::int64_t jobs = 0;
  GpuSeconds gpu_seconds{0.0};  ///< GPUs × run time as given, or what a job got until its limit
  void add(GpuSeconds of_job) {
    ++jobs;
    gpu_seconds += of_job;
  }
};

struct ApplicationUse {
  std::string name;
  JobShare all;
  JobShare cut_short;  ///< of them: did not complete in their log
};

struct InteractiveUse {
  JobShare all;
  JobShare with_duty;  ///< of them: those whose duty was given
  // What those use.
  GpuSeconds used{0.0}, used_low{0.0}, used_high{0.0};
};

/// Of the jobs in the statistics that fit.
struct WorkloadUse {
  JobShare all;
  std::vector<ApplicationUse> applications;  ///< in the order of the scenario
  InteractiveUse interactive;
  JobShare without;  ///< no application, and not interactive
};

struct RunResult;
struct ScenarioSpec;

/// None where no stream has rules.
std::optional<WorkloadUse> workload_use(const RunResult& run, const ScenarioSpec& scenario);
/// What is not known of the workload, as phrases for a report.
std::vector<std::string> use_phrases(const WorkloadUse& use);

}  // namespace gpuscape
