#pragma once
/// Whether the cluster's GPUs can run what a scenario's jobs compute.

#include <memory>

#include "sim/fields/reading_context.hpp"
#include "sim/model/applications/job_costs.hpp"
#include "sim/model/check/model_factories.hpp"
#include "sim/platform/cluster/cluster.hpp"

namespace gpuscape {

/// Every application of the stream's jobs, of those that are rescaled to other sizes too.
template <class Visit>
void for_each_application(const StreamSpec& stream, const Visit& visit) {
  if (stream.application) visit(*stream.application);
  for (const JobClassSpec& job_class : stream.classes)
    if (job_class.application) visit(*job_class.application);
}

/// Costs of the jobs' steps on the cluster; null where no application depends on hardware. Records
/// every application with a group of nodes on which its jobs may be placed and cannot run: of
/// several groups the first.
[[nodiscard]] std::shared_ptr<const JobCosts> check_applications(
    const ScenarioSpec& spec, const ModelFactories& models,
    const std::shared_ptr<const Cluster>& cluster, ReadingContext& context);

}  // namespace gpuscape
