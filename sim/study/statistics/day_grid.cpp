#include "sim/study/statistics/day_grid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace gpuscape {

namespace {

constexpr Seconds kDay{86400.0};
constexpr double kMostDays = 3660.0;
constexpr std::size_t kWeek = 7;
constexpr std::size_t kWeeksFromDays = 8 * kWeek;

std::size_t rounded(double count) {
  return static_cast<std::size_t>(std::max(1.0, std::floor(count + 0.5)));
}

}  // namespace

DayGrid::DayGrid(Seconds from, Seconds last_submit, Seconds to)
    : from_(from), to_(std::max({from, last_submit, to})) {
  const Seconds span = std::max(Seconds(0.0), last_submit - from_);
  day_length_ = kDay * std::max(1.0, std::ceil(span / kDay / kMostDays));
  days_ = rounded(span / day_length_);
  block_days_ = days_ >= kWeeksFromDays ? kWeek : 1;
  blocks_ = rounded(static_cast<double>(days_) / static_cast<double>(block_days_));
}

std::size_t DayGrid::day_of(Seconds date) const {
  if (!(date > from_)) return 0;
  const double day = (date - from_) / day_length_;
  return day >= static_cast<double>(days_) ? days_ - 1 : static_cast<std::size_t>(day);
}

Seconds DayGrid::begin(std::size_t day) const {
  return day >= days_ ? to_ : from_ + day_length_ * static_cast<double>(day);
}

std::size_t DayGrid::block_of(std::size_t day) const {
  return std::min(day / block_days_, blocks_ - 1);
}

std::string DayGrid::blocks_text() const {
  const double length = day_length_ / kDay;
  const bool weeks = block_days_ == kWeek;
  if (length > 1.0)
    return fmt::format("{} blocks of {} {}", blocks_, length, weeks ? "weeks" : "days");
  return fmt::format("{} {}{}", blocks_, weeks ? "week" : "day", blocks_ == 1 ? "" : "s");
}

double DayCells::denominators() const {
  return std::accumulate(denominator.begin(), denominator.end(), 0.0);
}

double DayCells::ratio() const {
  return std::accumulate(numerator.begin(), numerator.end(), 0.0) / denominators();
}

}  // namespace gpuscape
