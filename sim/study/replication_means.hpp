#pragma once
/// What reports show beside the estimates, averaged over the replications as those are.

#include <optional>
#include <span>

#include "sim/study/metrics/estimates.hpp"

namespace gpuscape {

/// Of the replications that have one; none where none has. Of a single one its own, with its week.
std::optional<WorstWeek> mean_worst_week(std::span<const ReplicationSummary> replications);

/// Seconds waited for each reason, a replication.
SecondsByReason mean_waited_for(std::span<const ReplicationSummary> replications);

/// How the design was used; of no pools where no replication says so. A cost is linear in it, so
/// that the cost of the mean is the mean of the costs.
Usage mean_usage(std::span<const ReplicationSummary> replications);

}  // namespace gpuscape
