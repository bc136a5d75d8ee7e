#pragma once
/// What an objective goes by.

#include "sim/study/metrics/metrics.hpp"

namespace gpuscape {

/// The values of an objective on jobs: of those that its `where` means, or of all of them.
DatedValues slo_values(const RunResult& run, const MetricWindow& window,
                       const ScenarioSpec& scenario, const SloSpec& slo,
                       const StopCheck& stop = {});

/// The objective's value in one run: a quantile of the jobs' values, or its metric.
double slo_value(const RunResult& run, const MetricWindow& window, const ScenarioSpec& scenario,
                 const SloSpec& slo, const RunMetrics& metrics, const StopCheck& stop = {});

}  // namespace gpuscape
