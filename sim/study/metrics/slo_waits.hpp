#pragma once
/// The waits that an objective goes by.

#include "sim/study/metrics/run_metrics.hpp"

namespace gpuscape {

/// Queue waits of the jobs in the window that the objective's `where` means, in order of
/// submission; of all of them where it has none.
DatedValues slo_waits(const RunResult& run, const MetricWindow& window,
                      const ScenarioSpec& scenario, const SloSpec& slo, const StopCheck& stop = {});

}  // namespace gpuscape
