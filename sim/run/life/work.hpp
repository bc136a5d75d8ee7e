#pragma once
/// How much of a job's run time is done, over all of its lives.

#include <algorithm>

#include "sim/base/units/quantity.hpp"

namespace gpuscape {

/// saved <= done <= total, in seconds of the job's run time as its record says it.
struct Work {
  Seconds total{0.0};
  Seconds done{0.0};
  Seconds saved{0.0};  ///< of `done`, what an interruption does not lose

  [[nodiscard]] Seconds left() const { return total - done; }
  [[nodiscard]] Seconds unsaved() const { return done - saved; }
  /// Cut off at the total: a life that ends on time may overshoot it by rounding.
  void advance(Seconds progress) { done = std::min(total, done + progress); }
  void save() { saved = done; }
  /// Returns what is lost.
  Seconds fall_back() {
    const Seconds lost = unsaved();
    done = saved;
    return lost;
  }
};

}  // namespace gpuscape
