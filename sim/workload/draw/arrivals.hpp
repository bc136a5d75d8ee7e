#pragma once
/// When jobs come: a Poisson process of constant rate, of a rate that swings once a day, or of a
/// rate by hour and weekday.

#include <array>
#include <vector>

#include "sim/base/units/quantity.hpp"
#include "sim/scenario/spec.hpp"

namespace gpuscape {

/// The clock that makes a uniform stream of arrivals follow the hours of the day. The rate at time
/// t is
///     mean · (1 + a cos(2π (t − peak) / day)),     a = (r − 1) / (r + 1),   r = peak_to_trough,
/// which lies between trough and peak = r · trough and has its mean over whole days. An arrival
/// process of rate 1 per "steady second" becomes that process when each date s is mapped to the t
/// with
///     t + (a day / 2π) (sin(2π (t − peak) / day) + sin(2π peak / day)) = s.
/// This inversion gives the same process as thinning, and keeps the n-th arrival's random number
/// the n-th arrival's: variants with another rate or another peak stay paired job by job.
class DailyClock {
 public:
  /// `peak_hour` in hours after midnight, where the run starts; `peak_to_trough` at least 1 and
  /// finite.
  DailyClock(double peak_hour, double peak_to_trough);
  /// The date at which `steady` seconds' worth of arrivals are due; rises with `steady`.
  [[nodiscard]] Seconds date_of(Seconds steady) const;

 private:
  /// The date within one day that `steady` maps to, by Newton's method from `guess`.
  [[nodiscard]] double solve(double steady, double guess) const;

  double amplitude_;
  double peak_;                ///< as an angle
  double start_shift_;         ///< sin(peak)
  std::vector<double> dates_;  ///< of evenly spaced steady dates of a day: first guesses
};

/// The same for a rate that is constant within each hour of a week and has its mean over whole
/// weeks; exact.
class WeeklyClock {
 public:
  explicit WeeklyClock(const WeekSpec& week);
  [[nodiscard]] Seconds date_of(Seconds steady) const;

 private:
  static constexpr std::size_t kHours = 168;
  std::array<double, kHours + 1> steady_{};  ///< due when each hour of the week begins
};

}  // namespace gpuscape
