#pragma once

#include <array>
#include <string_view>

namespace gpuscape {

/// As scenarios write them.
inline constexpr std::array<std::string_view, 7> kWeekdays{
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"};

}  // namespace gpuscape
