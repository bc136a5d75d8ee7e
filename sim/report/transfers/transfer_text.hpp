#pragma once

#include <string>

#include "sim/run/transfers/transfer_result.hpp"
#include "sim/scenario/spec.hpp"

namespace gpuscape {

/// What transfers took, as the command prints it: one line for each and size, the first of them
/// where they are many, and what they have in common last.
std::string transfer_text(const ScenarioSpec& scenario, const TransferResult& result);

}  // namespace gpuscape
