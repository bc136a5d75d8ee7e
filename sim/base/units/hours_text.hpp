#pragma once
/// Hours as reports write them.

#include <fmt/format.h>

#include <cmath>
#include <string>

#include "sim/base/units/unit_text.hpp"

namespace gpuscape {

/// Five digits: "12.5", "812.25", "6 816"; of more, all before the point.
inline std::string hours_text(double hours) {
  constexpr double kGrouped = 1000.0;  // as human_count groups digits
  return std::abs(hours) < kGrouped ? fmt::format("{:.5g}", hours)
                                    : human_count(std::llround(hours));
}

}  // namespace gpuscape
