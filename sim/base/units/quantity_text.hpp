#pragma once
/// Quantities of dimensions that have no type of their own, as people write them.

#include <string_view>

#include "sim/base/units/unit_table.hpp"
#include "sim/base/units/unit_text.hpp"

namespace gpuscape {

/// The value in the unit that stands first with factor 1: W, USD, USD/h, operations a second, Hz,
/// m; else SI.
UnitReading<double> parse_quantity(std::string_view text, Dimension dimension);

}  // namespace gpuscape
