#pragma once

#include "sim/model/transfers/plan_footprint.hpp"
#include "sim/model/transfers/transport_choice.hpp"

namespace gpuscape {

/// Adds what a transfer's way uses of the cluster.
void add_way(PlanFootprint& footprint, const TransferWay& way, const ClusterGraph& graph);

}  // namespace gpuscape
