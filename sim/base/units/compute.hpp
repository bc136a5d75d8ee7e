#pragma once
/// Floating-point operations and their rates as quantities. A multiply-add is two operations.

#include "sim/base/units/quantity.hpp"

namespace gpuscape {

using Flops = Quantity<struct FlopsTag>;
using FlopsPerSecond = Quantity<struct FlopsPerSecondTag>;
template <>
inline constexpr Dimension dimension_of<FlopsPerSecond> = Dimension::compute;

constexpr Seconds operator/(Flops amount, FlopsPerSecond rate) {
  return Seconds(amount.value() / rate.value());
}
constexpr FlopsPerSecond operator/(Flops amount, Seconds time) {
  return FlopsPerSecond(amount.value() / time.value());
}

}  // namespace gpuscape
