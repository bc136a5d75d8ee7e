#pragma once
/// Where the jobs of a run come from: the streams of its scenario, merged.

#include <memory>
#include <optional>

#include "sim/platform/platform.hpp"
#include "sim/run/run.hpp"
#include "sim/workload/source.hpp"

namespace gpuscape {

/// Throws ScenarioError where the cluster makes a stream impossible.
std::unique_ptr<WorkloadSource> build_workload(const ScenarioSpec& scenario,
                                               const RunInputs& inputs, const Platform& platform);

/// The run's first second since 1970, where all streams are logs that agree on it.
std::optional<Seconds> unix_origin_of(const RunInputs& inputs);

/// Throws ScenarioError where an objective goes by texts that no job of the workload has.
void refuse_unknown_texts(const ScenarioSpec& scenario, const OriginTable& origins);

}  // namespace gpuscape
