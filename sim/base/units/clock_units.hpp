#pragma once
/// Minutes, hours and days in seconds, for figures that are plain numbers.

namespace gpuscape {

inline constexpr double kSecondsPerMinute = 60.0;
inline constexpr double kSecondsPerHour = 3600.0;
inline constexpr double kSecondsPerDay = 86400.0;

}  // namespace gpuscape
