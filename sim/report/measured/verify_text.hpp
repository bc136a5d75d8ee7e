#pragma once

#include <string>

#include "sim/validation/verify_profile.hpp"

namespace gpuscape {

/// Predicted, measured and error of every workload, the machine's drift, the verdict.
std::string verify_text(const Verification& found);
/// The same as JSON; times in s.
std::string verify_json(const Verification& found);

}  // namespace gpuscape
