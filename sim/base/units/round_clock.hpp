#pragma once
/// Decisions that fall at multiples of a time only.

#include <cmath>
#include <optional>

#include "sim/base/units/quantity.hpp"

namespace gpuscape {

class RoundClock {
 public:
  /// 0 s: decisions fall at every change.
  explicit RoundClock(Seconds round) : round_(round) {}

  /// The next date for decisions; none: that is now.
  [[nodiscard]] std::optional<Seconds> next(Seconds now) const {
    if (!(round_ > Seconds(0.0))) return std::nullopt;
    const double rounds = std::floor(now.value() / round_.value() + 1e-9);
    if (now.value() == rounds * round_.value()) return std::nullopt;
    return round_ * (rounds + 1.0);
  }

 private:
  Seconds round_;
};

}  // namespace gpuscape
