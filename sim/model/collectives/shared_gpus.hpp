#pragma once
/// GPUs that several entries of steps use: their steps take turns there.

#include "sim/model/transfers/transfer_plan.hpp"

namespace gpuscape {

/// Finds them in a plan that is complete otherwise. How much of it a step gets follows when it
/// runs: as much as each of those that compute at the time.
void share_gpus(TransferPlan& plan, const ClusterGraph& graph);

}  // namespace gpuscape
