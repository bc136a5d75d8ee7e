#pragma once
/// Where regimes begin and end.

#include <limits>
#include <optional>
#include <vector>

#include "sim/calibration/fit_law.hpp"

namespace gpuscape {

/// α and 1/β: seconds, and seconds a byte.
struct LawLine {
  double latency = 0.0;
  double per_byte = 0.0;
  [[nodiscard]] double at(double size) const { return latency + per_byte * size; }
};

/// A run of points with one line.
struct LawSegment {
  std::size_t begin = 0;
  std::size_t end = 0;  ///< one past the last
  double up_to = std::numeric_limits<double>::infinity();
  LawLine line;
};

/// The line of points begin to end, robust; `times` by point.
LawLine fit_line(const std::vector<FitPoint>& points, const std::vector<double>& times,
                 std::size_t begin, std::size_t end);

/// The segments that BIC prefers, among those whose law never falls with size.
std::vector<LawSegment> choose_segments(const std::vector<FitPoint>& points, int most);

/// What the segments' law gives for a size.
double time_of(const std::vector<LawSegment>& segments, double size);

}  // namespace gpuscape
