#pragma once
/// `gpuscape run` of a scenario of transfers.

#include <stop_token>

#include "cli/commands/run.hpp"
#include "sim/run/transfers/transfer_run.hpp"

namespace gpuscape {

/// The run itself, on the network that the scenario names.
TransferResult run_on_named_network(const CheckedScenario& scenario, const std::stop_token& stop);

/// Runs on the network that the scenario names, writes the result folder, prints the answer.
int run_scenario_of_transfers(const RunOptions& options, const CheckedScenario& scenario,
                              const CommandContext& context);

}  // namespace gpuscape
