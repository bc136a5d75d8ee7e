#include "sim/workload/draw/arrivals.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "sim/base/error.hpp"
#include "sim/base/units/clock_units.hpp"

namespace gpuscape {

namespace {

constexpr double kAngle = 2.0 * std::numbers::pi / kSecondsPerDay;  // of one second
constexpr int kGuesses = 1024;
constexpr double kGuessSpacing = kSecondsPerDay / kGuesses;

}  // namespace

DailyClock::DailyClock(double peak_hour, double peak_to_trough)
    : amplitude_((peak_to_trough - 1.0) / (peak_to_trough + 1.0)),
      peak_(kAngle * 3600.0 * peak_hour),
      start_shift_(std::sin(peak_)) {
  ensure(peak_to_trough >= 1.0 && amplitude_ < 1.0,
         "a peak is at least as high as the trough, which is not zero");
  dates_.reserve(kGuesses + 1);
  for (int i = 0; i <= kGuesses; ++i) {
    const double steady = kGuessSpacing * i;
    dates_.push_back(solve(steady, steady));
  }
}

double DailyClock::solve(double steady, double guess) const {
  // The root is bracketed, as Newton's method alone can leap far from where the slope is almost 0.
  // A step of length m leaves an error of at most curvature · m².
  constexpr int kMostSteps = 80;
  constexpr double kExact = 1e-7;  // seconds
  const double curvature = 0.5 * kAngle * amplitude_ / (1.0 - amplitude_);
  double low = 0.0;
  double high = kSecondsPerDay;
  double t = guess;
  for (int step = 0; step < kMostSteps && high - low > kExact; ++step) {
    const double angle = kAngle * t - peak_;
    const double excess = t + amplitude_ / kAngle * (std::sin(angle) + start_shift_) - steady;
    (excess > 0.0 ? high : low) = t;
    const double move = excess / (1.0 + amplitude_ * std::cos(angle));
    const double next = t - move;
    if (next < low || next > high) {
      t = 0.5 * (low + high);
      continue;
    }
    t = next;
    if (curvature * move * move < kExact) {
      break;
    }
  }
  return t;
}

Seconds DailyClock::date_of(Seconds steady) const {
  const double days = std::floor(steady.value() / kSecondsPerDay);
  const double rest = std::clamp(steady.value() - days * kSecondsPerDay, 0.0, kSecondsPerDay);
  const double position = rest / kGuessSpacing;
  const auto index = std::min(static_cast<std::size_t>(position), std::size_t{kGuesses - 1});
  const double share = position - static_cast<double>(index);
  const double guess = dates_[index] + share * (dates_[index + 1] - dates_[index]);
  return Seconds(days * kSecondsPerDay + solve(rest, guess));
}

WeeklyClock::WeeklyClock(const WeekSpec& week) {
  constexpr double kHour = 3600.0;
  for (std::size_t hour = 0; hour < kHours; ++hour) {
    const std::size_t day = (hour / 24 + static_cast<std::size_t>(week.starts_on)) % 7;
    steady_[hour + 1] = steady_[hour] + kHour * week.by_weekday[day] * week.by_hour[hour % 24];
  }
  const double scale = kHour * kHours / steady_.back();
  ensure(std::isfinite(scale), "some hour of the week has arrivals");
  for (double& steady : steady_) steady *= scale;
  steady_.back() = kHour * kHours;
}

Seconds WeeklyClock::date_of(Seconds steady) const {
  constexpr double kHour = 3600.0;
  constexpr double kWeek = kHour * kHours;
  const double weeks = std::floor(steady.value() / kWeek);
  const double rest = std::max(0.0, steady.value() - weeks * kWeek);
  const auto next = std::upper_bound(steady_.begin() + 1, steady_.end() - 1, rest);
  const auto hour = static_cast<std::size_t>(next - steady_.begin()) - 1;
  const double length = steady_[hour + 1] - steady_[hour];
  const double share = length > 0.0 ? std::min(1.0, (rest - steady_[hour]) / length) : 0.0;
  return Seconds(weeks * kWeek + kHour * (static_cast<double>(hour) + share));
}

}  // namespace gpuscape
