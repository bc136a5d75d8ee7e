#include "sim/workload/rows/date_unit.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace gpuscape {

std::string_view unit_of_date(double number) {
  constexpr double kYear = 365.25 * 86400.0;
  constexpr double kFirst = 10.0 * kYear;
  constexpr double kLast = 230.0 * kYear;
  constexpr std::array<std::pair<std::string_view, double>, 4> kUnits{
      {{"s", 1.0}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}}};
  for (const auto& [name, scale] : kUnits)
    if (number * scale >= kFirst && number * scale < kLast) return name;
  return "";
}

std::string_view better_unit(Seconds at, double scale) {
  const double date = at.value();
  const std::string_view unit = unit_of_date(date / scale);
  // Dates in s, min, h or d from an origin of their own may be any number that is in range.
  constexpr double kLongest = 1e12;
  const bool shows = date > kLongest || scale < 1.0;
  return shows && unit_of_date(date) != "s" ? unit : "";
}

std::string unit_hint(std::string_view unit) {
  if (unit.empty()) return "";
  return fmt::format(": with \"unit\": \"{}\" they would be dates since 1970", unit);
}

}  // namespace gpuscape
