#pragma once
/// Where the jobs of a run come from: the streams of its scenario, merged.

#include <memory>

#include "sim/platform/platform.hpp"
#include "sim/run/run.hpp"
#include "sim/workload/source.hpp"

namespace gpuscape {

/// Throws ScenarioError where the cluster makes a stream impossible.
std::unique_ptr<WorkloadSource> build_workload(const ScenarioSpec& scenario,
                                               const RunInputs& inputs, const Platform& platform);

/// Throws ScenarioError where an objective goes by texts that no job of the workload has.
void refuse_unknown_texts(const ScenarioSpec& scenario, const OriginTable& origins);

}  // namespace gpuscape
