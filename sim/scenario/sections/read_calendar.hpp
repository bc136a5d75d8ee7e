#pragma once

#include <optional>

#include "sim/fields/object_reader.hpp"
#include "sim/scenario/axis_spec.hpp"

namespace gpuscape {

/// `calendar` of `find`, whose other keys are read.
std::optional<CalendarSpec> read_calendar(ObjectReader& reader, const FindSpec& find);

}  // namespace gpuscape
