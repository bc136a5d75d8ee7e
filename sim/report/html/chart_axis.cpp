#include "sim/report/html/chart_axis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/base/units/unit_text.hpp"
#include "sim/report/format/metric_text.hpp"
#include "sim/report/format/svg_panel.hpp"

namespace gpuscape {

namespace {

constexpr double kDay = 86400.0;
constexpr double kTimeSteps[] = {1.0,    2.0,    5.0,     10.0,    15.0,   30.0,
                                 60.0,   120.0,  300.0,   600.0,   900.0,  1800.0,
                                 3600.0, 7200.0, 10800.0, 21600.0, 43200.0};

double time_step(double range, int most) {
  const double least = range / most;
  if (least > kTimeSteps[std::size(kTimeSteps) - 1]) return kDay * tick_step(range / kDay, most);
  if (least < 1.0) return tick_step(range, most);
  for (const double step : kTimeSteps)
    if (step >= least * (1.0 - 1e-9)) return step;
  return kDay;
}

}  // namespace

double axis_step(double range, int most, AxisUnit unit) {
  return unit == AxisUnit::time ? time_step(range, most) : tick_step(range, most);
}

std::string axis_text(double value, AxisUnit unit) {
  if (value == 0.0) return "0";
  switch (unit) {
    case AxisUnit::time:
      return human_text(Seconds(value));
    case AxisUnit::share:
      return fmt::format("{:g} %", 100.0 * value);
    case AxisUnit::number:
      if (std::abs(value) < 1e5) return fmt::format("{:g}", value);
      break;
    case AxisUnit::money:
      break;
  }
  return money_text(value);
}

ChartAxis::ChartAxis(double least, double most, AxisUnit of, int count) : unit(of) {
  const double range = most - least;
  step = axis_step(range > 0.0 && std::isfinite(range) ? range : 1.0, count, of);
  const double first = least < 0.0 ? std::floor(least / step + 1e-9) : 0.0;
  const double last = std::max(first + 1.0, std::ceil(most / step - 1e-9));
  low = first * step;
  high = last * step;
  marks.reserve(static_cast<std::size_t>(last - first) + 1);
  for (double at = first; at <= last; at += 1.0) marks.push_back(at == 0.0 ? 0.0 : at * step);
}

double ChartAxis::part(double value) const {
  return std::clamp((value - low) / (high - low), 0.0, 1.0);
}

}  // namespace gpuscape
