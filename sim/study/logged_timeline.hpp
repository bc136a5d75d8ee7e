#pragma once
/// The cluster over time as a log says it was, to be held against the replay.

#include <vector>

#include "sim/base/stop_check.hpp"
#include "sim/run/run.hpp"

namespace gpuscape {

/// Mean number of GPUs that the logs' jobs held in each interval of the run's timeline, by their
/// logged starts and run times; empty where no log says when its jobs started.
/// Throws Interrupted.
std::vector<double> gpus_as_logged(const RunResult& run, const std::vector<LoadedTrace>& traces,
                                   const StopCheck& stop = {});

}  // namespace gpuscape
