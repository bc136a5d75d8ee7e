#pragma once
/// One run of transfers: from a checked scenario to what each of them took.

#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

#include "sim/model/check/check.hpp"
#include "sim/run/transfers/transfer_life.hpp"
#include "sim/run/transfers/transfer_result.hpp"

namespace gpuscape {

/// Runs the scenario's transfers on our own sharing, whatever `run.network` says. What is done when
/// `stop` comes is in the result, which then is partial.
TransferResult run_transfers(const CheckedScenario& scenario, const std::stop_token& stop = {});

/// Rows of a plan with the dates of a run; `bound_by` is the transfer's own bound or empty.
TransferResult transfer_result(const CheckedScenario& scenario,
                               const std::vector<TransferDates>& dates);

}  // namespace gpuscape
