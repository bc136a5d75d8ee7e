#pragma once
/// What the answer of a checked design takes for granted about its applications.

#include <string>
#include <vector>

#include "sim/model/applications/job_costs.hpp"

namespace gpuscape {

/// Phrases for the report, in the order of the scenario. `costs`: null where no application depends
/// on hardware.
[[nodiscard]] std::vector<std::string> application_notes(const ScenarioSpec& spec,
                                                         const Platform& platform,
                                                         const JobCosts* costs);

}  // namespace gpuscape
