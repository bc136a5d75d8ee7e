#pragma once

#include "sim/model/transfers/transfer_plan.hpp"

namespace gpuscape {

/// Plans all transfers and collectives of a scenario; what is wrong goes to the context, and that
/// one is left out. The rest of the scenario must have passed `check`.
TransferPlan plan_traffic(const ScenarioSpec& spec, const ClusterGraph& graph,
                          const Registry& registry, ReadingContext& context);

}  // namespace gpuscape
