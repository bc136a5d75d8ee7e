#pragma once

#include <charconv>
#include <cmath>
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

}  // namespace gpuscape
