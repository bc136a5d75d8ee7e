#pragma once

#include "sim/model/applications/job_costs.hpp"
#include "sim/model/gpu_access.hpp"
#include "sim/model/transfers/transfer_plan.hpp"

namespace gpuscape {

/// Plans all transfers, collectives and steps of a scenario (`costs` and `access` as in
/// plan_collectives); what is wrong goes to the context, and that one is left out. The rest of the
/// scenario must have passed `check`.
TransferPlan plan_traffic(const ScenarioSpec& spec, const ClusterGraph& graph,
                          const Registry& registry, const JobCosts* costs, const GpuAccess* access,
                          const InputPlan& storage, ReadingContext& context);

}  // namespace gpuscape
