#pragma once

#include "sim/model/transfers/transfer_ways.hpp"

namespace gpuscape {

/// Adds the collectives of a scenario to the plan; what is wrong goes to the context, and that one
/// is left out.
void plan_collectives(const ScenarioSpec& spec, const ClusterGraph& graph, const Registry& registry,
                      TransferWays& ways, TransferPlan& plan, ReadingContext& context);

}  // namespace gpuscape
