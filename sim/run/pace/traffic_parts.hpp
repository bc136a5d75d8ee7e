#pragma once

#include <cstdint>

#include "sim/model/check/check.hpp"
#include "sim/run/pace/traffic_shape.hpp"

namespace gpuscape {

/// What carries the traffic of a scenario's jobs, with the paths of that draw; no network where no
/// job exchanges anything.
TrafficParts traffic_parts(const CheckedScenario& checked, std::uint64_t path_draw);

}  // namespace gpuscape
