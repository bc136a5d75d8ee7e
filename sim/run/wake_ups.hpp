#pragma once
/// When policies want to look at the queues although nothing has happened.

#include <optional>

#include "sim/base/units/quantity.hpp"

namespace gpuscape {

class WakeUps {
 public:
  /// From now on nobody wants to be woken before `wanted`. Returns the date for which an event has
  /// to be scheduled; none where nobody wants one or an earlier event will come.
  std::optional<Seconds> plan(Seconds wanted, Seconds now) {
    wanted_ = wanted;
    if (!(wanted < kForever) || wanted <= now) return std::nullopt;
    if (next_ > now && next_ <= wanted) return std::nullopt;
    next_ = wanted;
    return wanted;
  }
  /// False where plans have changed since the event that comes now was scheduled.
  [[nodiscard]] bool is_due(Seconds now) const { return !(now < wanted_); }

 private:
  Seconds wanted_{0.0};
  Seconds next_{0.0};  // an event is scheduled for then, if it lies ahead
};

}  // namespace gpuscape
