#pragma once
/// `gpuscape run` of a scenario of transfers.

#include "cli/commands/run.hpp"

namespace gpuscape {

/// Runs on the network that the scenario names, writes the result folder, prints the answer.
int run_scenario_of_transfers(const RunOptions& options, const CheckedScenario& scenario,
                              const CommandContext& context);

}  // namespace gpuscape
