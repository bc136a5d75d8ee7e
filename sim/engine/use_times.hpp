#pragma once
/// How long a step takes whose traffic needs `time` on a resource alone, in s, among others there
/// (MeanPresence). `load` is that of all users of the resource, this one included.

#include <algorithm>
#include <cmath>

namespace gpuscape {

/// What all leave of a resource is no less, so that rounding makes no step endless.
inline constexpr double kLeastLeft = 1e-12;

/// With the step's time and a use of a resource: that use's load there.
inline double load_of(double time, double step) { return time / (step + time); }

inline double left_of(double load) { return std::max(kLeastLeft, 1.0 - load); }

/// How long a use lasts in such a step where the load of all is `load`.
inline double time_in(double step, double time, double load) {
  return time * step / ((step + time) * left_of(load));
}

/// The step that ends when such a use does: the root T of T = rest + time_in(T, time, load).
inline double step_with(double rest, double time, double load) {
  const double half = 0.5 * (rest + time / left_of(load) - time);
  return half + std::sqrt(std::max(0.0, half * half + rest * time));
}

/// The load of all beyond which step_with is longer than `step`.
inline double limit_of(double rest, double time, double step) {
  if (!(step > rest)) return -1.0;
  return 1.0 - time * step / ((step - rest) * (step + time));
}

}  // namespace gpuscape
