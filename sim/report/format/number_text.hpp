#pragma once

#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>

namespace gpuscape {

/// Appends a number in the shortest form that reads back equal; nothing for NaN.
inline void append_number(std::string& text, double value) {
  if (std::isnan(value)) return;
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  text.append(buffer, end);
}

inline void append_number(std::string& text, std::int64_t value) {
  char buffer[24];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  text.append(buffer, end);
}

/// A count: whole numbers with all their digits, as sizes of 8000000000 B.
inline void append_count(std::string& text, double value) {
  constexpr double kExact = 9007199254740992.0;  // 2^53
  if (value == std::floor(value) && std::abs(value) < kExact)
    append_number(text, static_cast<std::int64_t>(value));
  else
    append_number(text, value);
}

}  // namespace gpuscape
