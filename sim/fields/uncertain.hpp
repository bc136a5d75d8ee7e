#pragma once
/// Values with a range.

#include <string>

#include "sim/base/units/money.hpp"

namespace gpuscape {

/// A number that somebody guessed.
struct UncertainNumber {
  double value = 0.0;
  double low = 0.0;
  double high = 0.0;
  std::string source = {};  ///< empty: the user's own
};

/// A price that somebody guessed; all three are of one currency and kind.
struct UncertainPrice {
  Price value;
  Price low;
  Price high;
  std::string source = {};
};

}  // namespace gpuscape
