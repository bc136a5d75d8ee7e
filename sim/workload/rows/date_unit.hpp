#pragma once
/// In which unit numbers in a column of dates are dates since 1970.

#include <string>
#include <string_view>

#include "sim/base/units/quantity.hpp"

namespace gpuscape {

/// The unit in which the number is a date from 1980 to 2200: "s", "ms", "us" or "ns"; empty where
/// there is none. No number has two.
std::string_view unit_of_date(double number);

/// Another unit than the one that was said, in which the number behind a date would be one since
/// 1970; empty where it is one as it was read, or may well count from an origin of its own. In
/// units of `scale` s.
std::string_view better_unit(Seconds date, double scale);

/// Goes on from what is wrong; empty without a unit.
std::string unit_hint(std::string_view unit);

}  // namespace gpuscape
