#include "sim/report/format/time_ticks.hpp"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <cmath>
#include <string_view>

#include "sim/base/units/clock_units.hpp"
#include "sim/report/format/svg_panel.hpp"

namespace gpuscape {

namespace {

using std::chrono::sys_days;
using std::chrono::year_month;
using std::chrono::year_month_day;

constexpr int kMostTicks = 12;
/// The epoch was a Thursday; weeks begin on Mondays.
constexpr double kFirstMonday = 4.0 * kSecondsPerDay;

double unit_of(double end) {
  if (end >= 3.0 * kSecondsPerDay) return kSecondsPerDay;
  return end >= 3.0 * kSecondsPerHour ? kSecondsPerHour : kSecondsPerMinute;
}

year_month_day date_of(double unix_time) {
  return {std::chrono::floor<std::chrono::days>(
      std::chrono::sys_seconds(std::chrono::seconds(std::llround(unix_time))))};
}

double unix_time_of(year_month month) {
  return static_cast<double>(sys_days(month / 1).time_since_epoch().count()) * kSecondsPerDay;
}

/// "06:00"; at midnight "3 Oct".
std::string label_of(double unix_time) {
  constexpr std::array<std::string_view, 12> kMonths{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const year_month_day date = date_of(unix_time);
  const double of_day = unix_time - std::floor(unix_time / kSecondsPerDay) * kSecondsPerDay;
  if (of_day < 1.0)
    return fmt::format("{} {}", static_cast<unsigned>(date.day()),
                       kMonths.at(static_cast<unsigned>(date.month()) - 1));
  const auto minutes = static_cast<int>(std::llround(of_day / kSecondsPerMinute));
  return fmt::format("{:02}:{:02}", minutes / 60, minutes % 60);
}

std::vector<AxisTick> month_ticks(double origin, double end) {
  int step = 1;
  while (end / (30.4 * kSecondsPerDay * step) > kMostTicks)
    step *= step == 3 ? 4 : step == 1 ? 3 : 2;
  const year_month_day first = date_of(origin);
  std::vector<AxisTick> ticks;
  for (year_month month(first.year(), std::chrono::January); unix_time_of(month) <= origin + end;
       month += std::chrono::months(step)) {
    if (unix_time_of(month) < origin) continue;
    ticks.push_back(
        {unix_time_of(month) - origin, fmt::format("{}-{:02}", static_cast<int>(month.year()),
                                                   static_cast<unsigned>(month.month()))});
  }
  return ticks;
}

std::vector<AxisTick> calendar_ticks(double origin, double end) {
  constexpr std::array kSteps{kSecondsPerMinute,      2 * kSecondsPerMinute,  5 * kSecondsPerMinute,
                              10 * kSecondsPerMinute, 30 * kSecondsPerMinute, kSecondsPerHour,
                              2 * kSecondsPerHour,    3 * kSecondsPerHour,    6 * kSecondsPerHour,
                              12 * kSecondsPerHour,   kSecondsPerDay,         2 * kSecondsPerDay,
                              7 * kSecondsPerDay,     14 * kSecondsPerDay};
  for (const double step : kSteps) {
    if (end / step > kMostTicks) continue;
    const double shift = step >= 7 * kSecondsPerDay ? kFirstMonday : 0.0;
    std::vector<AxisTick> ticks;
    const double first = std::ceil((origin - shift) / step);
    for (double i = first; i * step + shift <= origin + end; i += 1.0)
      ticks.push_back({i * step + shift - origin, label_of(i * step + shift)});
    return ticks;
  }
  return month_ticks(origin, end);
}

/// Dates of which a calendar can be made.
bool is_sane(double unix_time) { return std::abs(unix_time) < 2e11; }

}  // namespace

std::vector<AxisTick> TimeAxis::ticks() const {
  const double length = end - begin.value();
  if (unix_origin && is_sane(unix_origin->value()) && is_sane(end)) {
    std::vector<AxisTick> ticks = calendar_ticks((*unix_origin + begin).value(), length);
    for (AxisTick& tick : ticks) tick.at += begin.value();
    return ticks;
  }
  const double unit = unit_of(length);
  std::vector<AxisTick> ticks;
  const double step = tick_step(length / unit, kMostTicks);
  const double last = end / unit * (1.0 + 1e-9);
  for (double i = std::ceil(begin.value() / unit / step); i * step <= last; i += 1.0)
    ticks.push_back({i * step * unit, tick_text(i * step)});
  return ticks;
}

std::string TimeAxis::title(std::string_view what) const {
  if (unix_origin && is_sane(unix_origin->value()))
    return fmt::format("UTC, from {}", date_text(*unix_origin + begin));
  const double unit = unit_of(end - begin.value());
  return fmt::format("{} since {}",
                     unit == kSecondsPerDay    ? "days"
                     : unit == kSecondsPerHour ? "hours"
                                               : "minutes",
                     what);
}

std::string date_text(Seconds unix_date) {
  const auto day = std::chrono::floor<std::chrono::days>(
      std::chrono::sys_seconds(std::chrono::seconds(static_cast<std::int64_t>(unix_date.value()))));
  const std::chrono::year_month_day date(day);
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
}

}  // namespace gpuscape
