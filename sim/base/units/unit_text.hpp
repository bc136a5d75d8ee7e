#pragma once
/// Quantities as people write and read them: number, space, unit; case matters. `B` is a byte,
/// `bit` a bit, `GB` 10⁹ and `GiB` 2³⁰ bytes; a day has 24 h and a year (`y`) 365 d. Bandwidths are
/// payload per direction; "600 GB/s both directions" is 300 GB/s.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "sim/base/units/quantity.hpp"

namespace gpuscape {

/// What reading a quantity gave: a value, or what is wrong and what to write instead.
template <class Value>
struct UnitReading {
  std::optional<Value> value = std::nullopt;
  std::string message = {};  ///< empty when `value` is there
  std::string hint = {};
};

/// The value in the unit with factor 1: SI, but W, USD, USD/h, operations a second, Hz and m.
UnitReading<double> parse_quantity(std::string_view text, Dimension dimension);
/// A quantity of a type: parse<Seconds>("20 min").
template <class Q>
UnitReading<Q> parse(std::string_view text) {
  UnitReading<double> read = parse_quantity(text, dimension_of<Q>);
  UnitReading<Q> result{.message = std::move(read.message), .hint = std::move(read.hint)};
  if (read.value) result.value = Q(*read.value);
  return result;
}

/// Text that reads back as exactly the same value, in the unit that makes it shortest: "20 min",
/// "1.5 TiB", "200 Gbit/s". For finite values, which are numbers in the unit with factor 1.
std::string exact_quantity(double value, Dimension dimension);
template <class Tag>
std::string exact_text(Quantity<Tag> value) {
  return exact_quantity(value.value(), dimension_of<Quantity<Tag>>);
}

/// Two units, cut to whole seconds: "0 s", "42 min", "1 h 13 min", "3 d 4 h"; below a minute "12.3
/// s", below a second "250 ms". "forever" for infinity, "not a number" for NaN.
std::string human_text(Seconds value);
/// One unit, two or three digits: "3.7 h", "16 min", "1.3 d".
std::string rounded_text(Seconds value);
/// One unit, three digits: "1.5 TiB", "40 GiB".
std::string human_text(Bytes value);
/// The same of any dimension, in the first units of its table: "25 GB/s", "3.5 kW".
std::string human_quantity(double value, Dimension dimension);
template <class Tag>
std::string human_text(Quantity<Tag> value) {
  return human_quantity(value.value(), dimension_of<Quantity<Tag>>);
}

/// A count with its digits in groups of three: "68 043".
std::string human_count(std::int64_t value);

}  // namespace gpuscape
