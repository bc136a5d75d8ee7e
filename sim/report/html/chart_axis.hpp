#pragma once
/// The value axis of a picture: where its marks lie, and what stands at them.

#include <cstdint>
#include <string>
#include <vector>

namespace gpuscape {

enum class AxisUnit : std::uint8_t { time, share, money, number };

/// A step between marks so that at most `most` of them fill `range` (> 0): times at 1, 2, 5, 10,
/// 15, 30 seconds or minutes, 1, 2, 3, 6, 12 hours, 1, 2 or 5 times a power of ten of days or parts
/// of a second; anything else at 1, 2 or 5 times a power of ten.
[[nodiscard]] double axis_step(double range, int most, AxisUnit unit);

/// "30 min", "20 %", "1.5 M"; 0 is "0".
[[nodiscard]] std::string axis_text(double value, AxisUnit unit);

/// From `low` (≤ 0) to `high` (≥ 0), each the value of a mark.
struct ChartAxis {
  ChartAxis(double least, double most, AxisUnit of, int marks);

  AxisUnit unit;
  double step = 1.0;
  double low = 0.0;
  double high = 1.0;
  std::vector<double> marks = {};
  /// 0 at the beginning of the axis, 1 at its end; what lies outside is moved to them.
  [[nodiscard]] double part(double value) const;
};

}  // namespace gpuscape
