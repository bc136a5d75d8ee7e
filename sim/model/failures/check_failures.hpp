#pragma once

#include <string>
#include <vector>

#include "sim/fields/reading_context.hpp"
#include "sim/platform/cluster/cluster.hpp"
#include "sim/platform/failing_parts.hpp"
#include "sim/platform/platform.hpp"
#include "sim/scenario/spec.hpp"
#include "sim/scheduling/scheduler.hpp"

namespace gpuscape {

/// What fails in the cluster; faults are added to `context`, and rows of logs that are left out to
/// the notes of `spec`.
std::vector<FailingParts> check_failures(ScenarioSpec& spec, const Cluster& cluster,
                                         ReadingContext& context);
/// Its spares and standbys; faults are added to `context`.
Spares check_spares(const ScenarioSpec& spec, const Platform& platform, ReadingContext& context);
/// Streams whose jobs go on with fewer nodes; faults are added to `context`.
void check_shrink(const ScenarioSpec& spec, const Platform& platform, ReadingContext& context);
/// Faults of names that are no streams are added to `context`.
void check_streams(const std::vector<std::string>& names, const ScenarioSpec& spec,
                   const SourcePlace& place, const std::string& pointer, ReadingContext& context);
/// Running jobs that go to other nodes, or have more or fewer than they ask for; faults are added
/// to `context`. `policy`: of the cluster.
void check_regroup(const ScenarioSpec& spec, const Platform& platform, const PolicyParts& policy,
                   ReadingContext& context);
/// Nodes that are some jobs' by the clock; faults are added to `context`. `policy`: of the cluster.
void check_hours(const ScenarioSpec& spec, const Platform& platform, const PolicyParts& policy,
                 ReadingContext& context);

}  // namespace gpuscape
