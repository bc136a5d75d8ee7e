#pragma once

#include "sim/fields/reading_context.hpp"
#include "sim/model/applications/job_costs.hpp"
#include "sim/scenario/spec.hpp"

namespace gpuscape {

/// Fills in what checkpoints of jobs are written to, and how large they are; faults are added to
/// `context`. `costs`: of applications whose steps depend on hardware; null where none do.
void check_saves(ScenarioSpec& spec, const JobCosts* costs, ReadingContext& context);

}  // namespace gpuscape
