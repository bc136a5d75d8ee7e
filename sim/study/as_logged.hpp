#pragma once
/// What the log itself says of when its jobs started, beside what the replay says: how far a replay
/// may be trusted is seen there first.

#include <optional>
#include <vector>

#include "sim/run/run.hpp"
#include "sim/study/metrics/run_metrics.hpp"

namespace gpuscape {

/// Of the jobs whose start the logs say; nothing where they say none. Jobs are paired with those of
/// `run` by stream and order of submission; GPUs are averaged over `window`. Throws
/// Interrupted.
std::optional<AsLogged> as_logged(const RunResult& run, const std::vector<LoadedTrace>& traces,
                                  const MetricWindow& window, const StopCheck& stop = {});

}  // namespace gpuscape
