#pragma once
/// Numbers and dates as they stand in the fields of a log. Never throws, never allocates, knows no
/// locale.

#include <cstdint>
#include <optional>
#include <string_view>

#include "sim/base/units/quantity.hpp"

namespace gpuscape {

/// Without spaces and tabs at both ends.
inline std::string_view trimmed(std::string_view text) {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

/// A decimal integer that fills the text, with an optional minus; none when it is anything else.
std::optional<std::int64_t> integer_text(std::string_view text);

/// The number that up to 15 digits and nothing else make, which a double holds exactly; -1 for any
/// other text.
inline std::int64_t digits_text(std::string_view text) {
  constexpr std::size_t kExactDigits = 15;
  if (text.empty() || text.size() > kExactDigits) return -1;
  std::int64_t value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return -1;
    value = 10 * value + (c - '0');
  }
  return value;
}

/// A decimal number that fills the text ("12", "-1.5", "3e4"); also "nan" and "inf", which callers
/// refuse. None when it is anything else or a double cannot hold it.
std::optional<double> number_text(std::string_view text);

struct DateText {
  Seconds seconds{0.0};  ///< since 1970-01-01 00:00: UTC where zoned, else on the clock meant
  bool zoned = false;    ///< `Z` or an offset stands behind it
};

/// "YYYY-MM-DD HH:MM:SS", also with `T` between, a fraction of a second, and `Z` or an offset such
/// as `+02:00` behind.
std::optional<DateText> date_text(std::string_view text);

}  // namespace gpuscape
