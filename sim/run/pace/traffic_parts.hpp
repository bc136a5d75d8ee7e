#pragma once

#include <cstdint>

#include "sim/model/check/check.hpp"
#include "sim/run/pace/input_shape.hpp"
#include "sim/run/pace/traffic_shape.hpp"

namespace gpuscape {

/// What carries the traffic of a scenario's jobs, with the paths of that draw; no network where no
/// job exchanges anything.
TrafficParts traffic_parts(const CheckedScenario& checked, std::uint64_t path_draw);

/// What the jobs of a scenario read; no plan where none reads anything.
InputParts input_parts(const CheckedScenario& checked);

}  // namespace gpuscape
