#pragma once
/// Nodes that are some jobs' by the clock: `/scheduler/hours/NAME`.

#include <string>

#include "sim/fields/object_reader.hpp"
#include "sim/scenario/hours_spec.hpp"

namespace gpuscape {

HoursSpec read_hours(const std::string& name, ObjectReader& reader);

}  // namespace gpuscape
