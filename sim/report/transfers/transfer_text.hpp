#pragma once

#include <string>

#include "sim/run/transfers/transfer_result.hpp"
#include "sim/scenario/spec.hpp"

namespace gpuscape {

/// What transfers took, as the command prints it: one line for each and size, the first of them
/// where they are many, and what they have in common last.
std::string transfer_text(const ScenarioSpec& scenario, const TransferResult& result);

/// "12.3 us", "1.5 ms", "2.25 s": three digits.
std::string short_time_text(Seconds time);

}  // namespace gpuscape
