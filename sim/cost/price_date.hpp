#pragma once
/// Dates of prices: "2026-10", "2026-10-31", or "2023" for some time in that year.

#include <charconv>
#include <string_view>

namespace gpuscape {

/// Months since the year 0; a year stands for `of_year`, and what is no date is 0.
inline int months_since_0(std::string_view date, int of_year = 12) {
  const auto number = [&](std::size_t at, std::size_t digits) {
    int value = 0;
    if (date.size() >= at + digits)
      std::from_chars(date.data() + at, date.data() + at + digits, value);
    return value;
  };
  if (date.size() < 4) return 0;
  return number(0, 4) * 12 + (date.size() == 4 ? of_year : number(5, 2));
}

/// Whether a price of that date may be meant by the other date: it is of it, or of before.
inline bool is_not_after(std::string_view price, std::string_view date) {
  return date.empty() || months_since_0(price, 1) <= months_since_0(date);
}

}  // namespace gpuscape
