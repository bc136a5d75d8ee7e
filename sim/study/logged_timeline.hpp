#pragma once
/// The cluster over time as a log says it was, to be held against the replay.

#include <string_view>
#include <vector>

#include "sim/base/stop_check.hpp"
#include "sim/run/run.hpp"

namespace gpuscape {

/// The series' name, and what the reference page says of it.
struct LoggedSeries {
  std::string_view name;
  std::string_view about;
};
inline constexpr LoggedSeries kLoggedSeries{
    "gpus_as_logged",
    "GPUs that jobs held by their logged starts; only where the log says when its jobs started"};

/// Mean number of GPUs that the logs' jobs held in each interval of the run's timeline, by their
/// logged starts and run times; empty where no log says when its jobs started.
/// Throws Interrupted.
std::vector<double> gpus_as_logged(const RunResult& run, const std::vector<LoadedTrace>& traces,
                                   const StopCheck& stop = {});

}  // namespace gpuscape
