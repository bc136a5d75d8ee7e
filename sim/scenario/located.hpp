#pragma once
/// Where a scenario says what a fault is about that only a run of it, or the whole design, shows.

#include <vector>

#include "sim/base/error.hpp"
#include "sim/scenario/spec.hpp"

namespace gpuscape {

/// The faults, each that has a pointer and no line with the file, line and column of what it points
/// to, or of what that is in where it is a default.
std::vector<Issue> located(std::vector<Issue> issues, const ScenarioSpec& scenario);

}  // namespace gpuscape
