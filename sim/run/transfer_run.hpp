#pragma once
/// One run of transfers: from a checked scenario to what each of them took.

#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

#include "sim/model/built_cluster.hpp"
#include "sim/model/transfer_plan.hpp"
#include "sim/run/transfer_life.hpp"
#include "sim/run/transfer_result.hpp"

namespace gpuscape {

/// Runs on our own sharing, whatever `run.network` says. The scenario must have passed `check`.
/// What is done when `stop` comes is in the result, which then is partial.
TransferResult run_transfers(const ScenarioSpec& spec, const Registry& registry,
                             const std::stop_token& stop = {});

/// A scenario's transfers, ready to run on any network.
struct TransferCase {
  BuiltCluster cluster;
  TransferPlan plan;
  TransferLinks links;
};
std::unique_ptr<const TransferCase> make_transfer_case(const ScenarioSpec& spec,
                                                       const Registry& registry);

/// Rows of a plan with the dates of a run; `bound_by` is the transfer's own bound or empty.
TransferResult transfer_result(const TransferCase& transfers,
                               const std::vector<TransferDates>& dates);

}  // namespace gpuscape
