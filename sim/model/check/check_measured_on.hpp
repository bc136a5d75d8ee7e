#pragma once
/// The hardware on which the run times of a log were measured.

#include <memory>
#include <vector>

#include "sim/fields/reading_context.hpp"
#include "sim/model/applications/job_costs.hpp"
#include "sim/model/check/model_factories.hpp"
#include "sim/platform/cluster/cluster.hpp"

namespace gpuscape {

/// The cluster's platform, for those who keep the cluster by it.
[[nodiscard]] inline std::shared_ptr<const Platform> platform_of(
    const std::shared_ptr<const Cluster>& cluster) {
  return {cluster, &cluster->platform()};
}

/// By stream, how long steps take there: on nodes as its `measured_on` says, joined by its network
/// or, where it names none, by one switch that is as fast as the nodes' adapters. Null where a
/// stream has no `measured_on`, or no application that depends on hardware. Records nodes and
/// networks that cannot be, and applications that cannot run there.
[[nodiscard]] std::vector<std::shared_ptr<const JobSteps>> check_measured_on(
    const ScenarioSpec& spec, const ModelFactories& models, const Registry& registry,
    ReadingContext& context);

}  // namespace gpuscape
