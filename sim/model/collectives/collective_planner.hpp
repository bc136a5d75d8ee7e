#pragma once

#include "sim/model/applications/job_costs.hpp"
#include "sim/model/gpu_access.hpp"
#include "sim/model/transfers/transfer_ways.hpp"

namespace gpuscape {

/// Adds the collectives and the applications' steps of a scenario to the plan; what is wrong goes
/// to the context, and that one is left out. `costs`: of applications whose steps depend on
/// hardware; null where none do. `access`: how clients reach GPUs of others; null where none do.
/// `storage`: stores, and what steps read from them.
void plan_collectives(const ScenarioSpec& spec, const ClusterGraph& graph, const Registry& registry,
                      const JobCosts* costs, const GpuAccess* access, const InputPlan& storage,
                      TransferWays& ways, TransferPlan& plan, ReadingContext& context);

}  // namespace gpuscape
