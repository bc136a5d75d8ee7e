#pragma once
/// Measurements whose law is known.

#include <algorithm>
#include <cmath>
#include <vector>

#include "sim/base/random.hpp"
#include "sim/calibration/fit_law.hpp"
#include "sim/calibration/measurement.hpp"

namespace gpuscape {

/// From −1 to 1.
inline double uniform(RandomStream& random) {
  return static_cast<double>(random() >> 11U) * 0x1p-52 - 1.0;
}

struct Noise {
  double width = 0.0;  ///< of each repetition, relative, evenly to both sides
  int repetitions = 9;
};

/// Sizes 64 B, 128 B, … as many as `count`.
template <class Law>
std::vector<FitPoint> points_by(const Law& law, int count, Noise noise = {}) {
  RandomStream random(7, 0, "synthetic", 0);
  std::vector<FitPoint> points;
  for (int i = 0; i < count; ++i) {
    FitPoint point{.size = 64.0 * std::exp2(i), .seconds = {}, .median = 0.0};
    for (int k = 0; k < noise.repetitions; ++k)
      point.seconds.push_back(law(point.size) * (1.0 + noise.width * uniform(random)));
    std::ranges::sort(point.seconds);
    point.median = point.seconds[point.seconds.size() / 2];
    points.push_back(std::move(point));
  }
  return points;
}

inline const LawKey kCopy{.family = "cuda", .operation = "copy", .path = "host>gpu0"};

}  // namespace gpuscape
