#pragma once

#include <optional>

#include "sim/study/metrics/run_metrics.hpp"

namespace gpuscape {

/// The worst 7-day window by submit date; none where submissions span less than two weeks. Throws
/// Interrupted.
std::optional<WorstWeek> worst_week(const JobRecords& jobs, const MetricWindow& window,
                                    const StopCheck& stop = {});

}  // namespace gpuscape
