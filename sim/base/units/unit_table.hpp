#pragma once
/// The units that are read and written.

#include <span>
#include <string>
#include <string_view>

#include "sim/base/units/quantity.hpp"

namespace gpuscape {

/// value in SI = number × multiply ÷ divide. Two factors, because 3 / 10⁶ is the number nearest to
/// 3 µs and 3 × 10⁻⁶ is not.
struct Unit {
  std::string_view name;
  double multiply;
  double divide;
  bool printed = true;  ///< false: read, but never chosen for printing

  [[nodiscard]] double to_si(double number) const { return number * multiply / divide; }
  [[nodiscard]] double from_si(double value) const { return value * divide / multiply; }
};

/// The units of a dimension from small to large, bits after bytes.
std::span<const Unit> units_of(Dimension dimension);

/// Every dimension, in their order.
std::span<const Dimension> all_dimensions();
/// "time", "amount of data", "rate", …
std::string_view dimension_noun(Dimension dimension);
/// With its article: "a time", "an amount of data".
std::string dimension_name(Dimension dimension);
/// One well-written quantity for hints: "20 min".
std::string_view example_of(Dimension dimension);
/// The largest value that a scenario may give, in SI units: what is larger overflows somewhere.
double most_of(Dimension dimension);

}  // namespace gpuscape
