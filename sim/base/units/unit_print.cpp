#include <fmt/format.h>

#include <array>
#include <cmath>

#include "sim/base/units/unit_table.hpp"
#include "sim/base/units/unit_text.hpp"

namespace gpuscape {

namespace {

/// How long a number looks; one below 1 longer than it is: 200 MB reads better than 0.2 GB.
std::size_t apparent_length(double number, const std::string& text) {
  return text.size() + (std::abs(number) < 1.0 ? 2 : 0);
}

/// Three digits, without zeros behind the point.
std::string three_digits(double number) {
  if (number >= 100.0) return fmt::format("{:.0f}", number);
  std::string text = fmt::format("{:.{}f}", number, number < 10.0 ? 2 : 1);
  while (text.ends_with('0')) text.pop_back();
  if (text.ends_with('.')) text.pop_back();
  return text;
}

std::string below_one_second(double seconds) {
  if (seconds == 0.0) return "0 s";
  if (seconds < 0.9995e-6) return three_digits(seconds * 1e9) + " ns";
  if (seconds < 0.9995e-3) return three_digits(seconds * 1e6) + " us";
  return three_digits(seconds * 1e3) + " ms";
}

/// "1 h 13 min": `total` small units, `ratio` of which make a large one.
std::string two_units(std::int64_t total, std::int64_t ratio, std::string_view large,
                      std::string_view small) {
  if (total < ratio) return fmt::format("{} {}", total, small);
  if (total % ratio == 0) return fmt::format("{} {}", total / ratio, large);
  return fmt::format("{} {} {} {}", total / ratio, large, total % ratio, small);
}

/// NaN, infinities and negative values in front of a function for the others.
template <class Print>
std::string signed_text(double value, const Print& print) {
  if (std::isnan(value)) return "not a number";
  if (std::isinf(value)) return value > 0.0 ? "forever" : "-forever";
  // Beyond 2^53 s the whole seconds that the printing counts in would not fit.
  if (std::abs(value) > 9.0e15) return fmt::format("{:.3g} y", value / (365.0 * 86400.0));
  return value < 0.0 ? fmt::format("-{}", print(-value)) : print(value);
}

constexpr std::int64_t kMinutesPerDay = 1440;

std::string composed_duration(double seconds) {
  if (seconds < 0.9995) return below_one_second(seconds);
  const std::int64_t tenths = std::llround(seconds * 10.0);
  if (tenths < 600)
    return tenths % 10 == 0 ? fmt::format("{} s", tenths / 10)
                            : fmt::format("{}.{} s", tenths / 10, tenths % 10);
  const std::int64_t whole = std::llround(seconds);
  if (whole < 600) return two_units(whole, 60, "min", "s");
  const std::int64_t minutes = std::llround(seconds / 60.0);
  if (minutes < kMinutesPerDay) return two_units(minutes, 60, "h", "min");
  return two_units(std::llround(seconds / 3600.0), 24, "d", "h");
}

std::string rounded_duration(double seconds) {
  if (seconds < 0.9995) return below_one_second(seconds);
  struct Step {
    double unit;
    double next;
    std::string_view name;
  };
  static constexpr std::array<Step, 4> kSteps = {
      {{1.0, 60.0, "s"}, {60.0, 60.0, "min"}, {3600.0, 24.0, "h"}, {86400.0, 1e300, "d"}}};
  for (const Step& step : kSteps) {
    const double number = seconds / step.unit;
    const double rounded = number < 9.95 ? std::round(number * 10.0) / 10.0 : std::round(number);
    if (rounded < step.next) return fmt::format("{} {}", rounded, step.name);
  }
  return "";
}

/// The largest of a row of units, each `ratio` times the one before, in which the number is at
/// least 1.
template <std::size_t N>
std::string in_largest_unit(double value, double ratio,
                            const std::array<std::string_view, N>& units) {
  if (std::isnan(value)) return "not a number";
  std::size_t unit = 0;
  double number = std::abs(value);
  while (unit + 1 < N && number >= ratio * 0.9995) {
    number /= ratio;
    ++unit;
  }
  return fmt::format("{}{} {}", value < 0.0 ? "-" : "", three_digits(number), units[unit]);
}

}  // namespace

std::string exact_quantity(double value, Dimension dimension) {
  const auto units = units_of(dimension);
  std::string best_number;
  std::string_view best_unit;
  std::size_t best_length = std::string::npos;
  for (auto unit = units.rbegin(); unit != units.rend(); ++unit) {
    const bool is_base = unit->multiply == unit->divide;
    const double number = unit->from_si(value);
    if (!unit->printed || (value == 0.0 && !is_base) || unit->to_si(number) != value) continue;
    std::string text = fmt::format("{}", number);
    if (apparent_length(number, text) >= best_length) continue;
    best_length = apparent_length(number, text);
    best_number = std::move(text);
    best_unit = unit->name;
  }
  return fmt::format("{} {}", best_number, best_unit);
}

std::string human_text(Seconds value) { return signed_text(value.value(), composed_duration); }

std::string rounded_text(Seconds value) { return signed_text(value.value(), rounded_duration); }

std::string human_text(Bytes value) {
  static constexpr std::array<std::string_view, 6> kDecimal = {"B", "kB", "MB", "GB", "TB", "PB"};
  static constexpr std::array<std::string_view, 6> kBinary = {"B",   "KiB", "MiB",
                                                              "GiB", "TiB", "PiB"};
  // 16 GB is a multiple of both.
  const bool binary =
      std::fmod(value.value(), 1024.0) == 0.0 && std::fmod(value.value(), 1000.0) != 0.0;
  return binary ? in_largest_unit(value.value(), 1024.0, kBinary)
                : in_largest_unit(value.value(), 1000.0, kDecimal);
}

std::string human_quantity(double value, Dimension dimension) {
  if (std::isnan(value)) return "not a number";
  const std::span<const Unit> units = units_of(dimension);
  const Unit* best = &units.front();
  for (std::size_t i = 1; i < units.size(); ++i) {
    // Units of another base, and bits, come after the decimal ones and begin anew.
    if (units[i].to_si(1.0) <= units[i - 1].to_si(1.0)) break;
    if (std::abs(units[i].from_si(value)) >= 0.9995) best = &units[i];
  }
  return fmt::format("{}{} {}", value < 0.0 ? "-" : "",
                     three_digits(std::abs(best->from_si(value))), best->name);
}

std::string human_count(std::int64_t value) {
  std::string digits = fmt::format("{}", value);
  const std::size_t first = digits.starts_with('-') ? 1 : 0;
  for (std::size_t at = digits.size(); at > first + 3;) {
    at -= 3;
    digits.insert(at, 1, ' ');
  }
  return digits;
}

}  // namespace gpuscape
