#pragma once
/// `gpuscape run` of a scenario of transfers.

#include "cli/run_command.hpp"

namespace gpuscape {

/// Runs on the network that the scenario names, writes the result folder, prints the answer.
int transfer_command(const RunOptions& options, const CheckedScenario& scenario, std::ostream& out,
                     std::ostream& err);

}  // namespace gpuscape
