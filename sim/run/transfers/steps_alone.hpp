#pragma once
/// What steps of applications would take without the others of a run.

#include <stop_token>
#include <vector>

#include "sim/platform/cluster/cluster_graph.hpp"
#include "sim/run/transfers/transfer_life.hpp"

namespace gpuscape {

/// By row of steps, in the order of the plan; 0 where it is not known: of rows that did not end,
/// and of all after a stop.
struct StepsWithoutOthers {
  std::vector<Seconds> alone = {};     ///< of a step, with nobody else on the cluster
  std::vector<Seconds> own_gpus = {};  ///< others on the links, nobody else on the GPUs
};

/// `dates` are those of a run of the plan. Entries that meet nobody there are not run again.
[[nodiscard]] StepsWithoutOthers steps_without_others(const TransferPlan& plan,
                                                      const ClusterGraph& graph,
                                                      const std::vector<TransferDates>& dates,
                                                      const std::stop_token& stop);

}  // namespace gpuscape
