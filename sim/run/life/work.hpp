#pragma once
/// How much of a job's run time is done, over all of its lives.

#include <algorithm>

#include "sim/base/units/quantity.hpp"

namespace gpuscape {

/// saved <= done <= total, in seconds of the job's run time as its record says it.
struct Work {
  Seconds total{0.0};
  Seconds done{0.0};
  Seconds saved{0.0};   ///< of `done`, what an interruption does not lose
  Seconds copied{0.0};  ///< of `done`, what the loss of a few nodes does not lose

  [[nodiscard]] Seconds left() const { return total - done; }
  [[nodiscard]] Seconds unsaved() const { return done - saved; }
  void copy() { copied = done; }
  void save() { saved = done; }
  void save(Seconds part) { saved = std::max(saved, part); }
  /// What is not saved is lost, and with it the copies.
  void fall_back() {
    done = saved;
    copied = Seconds(0.0);
  }
  /// What is neither saved nor copied is lost.
  void fall_back_to_copy() { done = std::max(saved, copied); }
};

}  // namespace gpuscape
