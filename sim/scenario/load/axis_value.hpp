#pragma once

#include <cstddef>

#include "sim/scenario/axis_spec.hpp"
#include "sim/scenario/load/scenario_set.hpp"

namespace gpuscape {

/// Gives `design` that value of an axis, over what it has: a value where the axis sets one, else a
/// patch.
void set_axis_value(Design& design, const AxisSpec& axis, std::size_t value);

}  // namespace gpuscape
