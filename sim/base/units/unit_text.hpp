#pragma once
/// Quantities as people write and read them: number, space, unit; case matters. `B` is a byte,
/// `bit` a bit, `GB` 10⁹ and `GiB` 2³⁰ bytes; a day has 24 h and a year (`y`) 365 d. Bandwidths are
/// payload per direction; "600 GB/s both directions" is 300 GB/s.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "sim/base/units/quantity.hpp"

namespace gpuscape {

/// What reading a quantity gave: a value, or what is wrong and what to write instead.
template <class Value>
struct UnitReading {
  std::optional<Value> value;
  std::string message;  ///< empty when `value` is there
  std::string hint;
};

UnitReading<Seconds> parse_time(std::string_view text);
UnitReading<Bytes> parse_bytes(std::string_view text);
UnitReading<BytesPerSecond> parse_bandwidth(std::string_view text);

// Text that reads back as exactly the same value, in the unit that makes it shortest: "20 min",
// "1.5 TiB", "200 Gbit/s". For finite values.
std::string exact_text(Seconds value);
std::string exact_text(Bytes value);
std::string exact_text(BytesPerSecond value);

/// Two units, cut to whole seconds: "0 s", "42 min", "1 h 13 min", "3 d 4 h"; below a minute "12.3
/// s", below a second "250 ms". "forever" for infinity, "not a number" for NaN.
std::string human_text(Seconds value);
/// One unit, two or three digits: "3.7 h", "16 min", "1.3 d".
std::string rounded_text(Seconds value);
/// One unit, three digits: "1.5 TiB", "40 GiB"; rates "25 GB/s".
std::string human_text(Bytes value);
std::string human_text(BytesPerSecond value);

/// A count with its digits in groups of three: "68 043".
std::string human_count(std::int64_t value);

}  // namespace gpuscape
