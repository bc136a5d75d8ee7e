#include "sim/report/html/heat_scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "sim/report/format/metric_text.hpp"

namespace gpuscape {

namespace {

/// Beyond this ratio most cells of a linear scale would have one colour.
constexpr double kMostLinear = 30.0;
constexpr int kMostMarks = 5;
constexpr std::array<double, 9> kTimes{1e-3, 1.0, 10.0, 60.0, 600.0, 3600.0, 36000.0, 864e2, 864e3};

std::vector<double> powers_of_ten(double least, double most) {
  std::vector<double> marks;
  for (double at = std::pow(10.0, std::ceil(std::log10(least) - 1e-9)); at <= most * (1.0 + 1e-9);
       at *= 10.0)
    marks.push_back(at);
  return marks;
}

/// Three significant digits, without zeros at the end.
std::string three_digits(double value, const char* unit) {
  return fmt::format("{:.3g}{}", value, unit);
}

}  // namespace

HeatScale::HeatScale(const std::vector<double>& values, AxisUnit unit)
    : unit_(unit), least_(std::ranges::min(values)), most_(std::ranges::max(values)) {
  least_positive_ = most_;
  for (const double value : values)
    if (value > 0.0) least_positive_ = std::min(least_positive_, value);
  logarithmic_ = least_ >= 0.0 && most_ > kMostLinear * least_positive_;
}

double HeatScale::part(double value) const {
  if (!(most_ > least_)) return 0.5;
  if (!logarithmic_) return std::clamp((value - least_) / (most_ - least_), 0.0, 1.0);
  // 0 has no logarithm: it is a step paler than the smallest value above it.
  constexpr double kOfZero = 0.08;
  const double first = least_ > 0.0 ? 0.0 : kOfZero;
  if (!(value > 0.0)) return 0.0;
  const double along = std::log(value / least_positive_) / std::log(most_ / least_positive_);
  return std::clamp(first + (1.0 - first) * along, 0.0, 1.0);
}

std::vector<double> HeatScale::marks() const {
  if (!(most_ > least_)) return {most_};
  std::vector<double> marks;
  if (!logarithmic_) {
    const double step = axis_step(most_ - least_, kMostMarks, unit_);
    for (double at = std::ceil(least_ / step - 1e-9) * step; at <= most_ + 1e-9 * step; at += step)
      marks.push_back(std::abs(at) < 1e-9 * step ? 0.0 : at);
    return marks;
  }
  if (unit_ == AxisUnit::time) {
    for (const double at : kTimes)
      if (at >= least_positive_ && at <= most_) marks.push_back(at);
  } else {
    marks = powers_of_ten(least_positive_, most_);
  }
  if (!(least_ > 0.0)) marks.insert(marks.begin(), 0.0);
  return marks;
}

std::string heat_colour(double part) {
  struct Colour {
    double red, green, blue;
  };
  constexpr std::array<Colour, 3> kScale{{{234, 241, 248}, {110, 168, 214}, {15, 58, 115}}};
  const std::size_t from = part < 0.5 ? 0 : 1;
  const double within = part * 2.0 - static_cast<double>(from);
  const auto mix = [&](double a, double b) {
    return static_cast<int>(std::lround(a + (b - a) * within));
  };
  return fmt::format("#{:02x}{:02x}{:02x}", mix(kScale.at(from).red, kScale.at(from + 1).red),
                     mix(kScale.at(from).green, kScale.at(from + 1).green),
                     mix(kScale.at(from).blue, kScale.at(from + 1).blue));
}

// From here on white has more contrast to the colour than black has.
bool is_dark(double part) { return part > 0.68; }

std::string heat_text(double value, AxisUnit unit) {
  if (value == 0.0) return "0";
  if (unit == AxisUnit::share) return three_digits(100.0 * value, " %");
  constexpr double kMostPlain = 1e4;
  if (unit == AxisUnit::money || (unit == AxisUnit::number && std::abs(value) >= kMostPlain))
    return money_text(value);
  if (unit == AxisUnit::number) return three_digits(value, "");
  const double size = std::abs(value);
  if (size < 0.9995) return three_digits(value * 1e3, " ms");
  if (size < 59.95) return three_digits(value, " s");
  if (size < 59.95 * 60.0) return three_digits(value / 60.0, " min");
  if (size < 47.95 * 3600.0) return three_digits(value / 3600.0, " h");
  return size < 999.5 * 86400.0 ? three_digits(value / 86400.0, " d")
                                : fmt::format("{:.0f} d", value / 86400.0);
}

}  // namespace gpuscape
