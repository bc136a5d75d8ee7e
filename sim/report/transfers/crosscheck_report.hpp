#pragma once

#include <string>

#include "sim/scenario/spec.hpp"
#include "sim/validation/crosscheck.hpp"

namespace gpuscape {

/// The rows that differ most, and the verdict last.
std::string crosscheck_text(const ScenarioSpec& scenario, const CrosscheckResult& result);
/// All rows.
std::string crosscheck_json(const ScenarioSpec& scenario, const CrosscheckResult& result);

}  // namespace gpuscape
