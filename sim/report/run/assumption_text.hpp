#pragma once

#include <string>

#include "sim/run/record/assumption.hpp"

namespace gpuscape {

/// The phrase for it in "assumes" of a report.
std::string assumption_text(const Assumption& assumption);

}  // namespace gpuscape
