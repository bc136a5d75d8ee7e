#pragma once

#include <string>

#include "sim/scenario/spec.hpp"
#include "sim/validation/crosscheck_jobs.hpp"

namespace gpuscape {

/// The rows that differ most, the error by load beside that of a model without contention, and the
/// verdict last.
std::string crosscheck_jobs_text(const ScenarioSpec& scenario, const JobStepsResult& result);
/// All rows.
std::string crosscheck_jobs_json(const ScenarioSpec& scenario, const JobStepsResult& result);

}  // namespace gpuscape
