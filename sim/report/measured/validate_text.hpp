#pragma once

#include <string>

#include "sim/validation/validate.hpp"

namespace gpuscape {

/// Value, ours, error, verdict and mechanism of every figure, then the summary.
std::string validate_text(const ValidationResult& result);
/// The same as JSON; times in s, rates in B/s.
std::string validate_json(const ValidationResult& result);

}  // namespace gpuscape
