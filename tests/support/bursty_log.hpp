#pragma once
/// A log in which jobs wait on few days only, and what theory says of its waits.

#include <boost/random/exponential_distribution.hpp>
#include <boost/random/uniform_01.hpp>
#include <cmath>
#include <cstdint>

#include "sim/base/random.hpp"
#include "sim/study/statistics/dated_values.hpp"

namespace gpuscape {

/// A day is busy by chance, independent of the others. A quiet one has 50 or 150 jobs, of which
/// none waits; a busy one has three times as many, of which four in five wait, half an hour or two
/// hours on average, alike for all of the day.
struct BurstyLog {
  double busy_days = 0.3;  ///< of all days
};

/// P(wait > t), t in seconds: shares of jobs, of which a busy day has three times as many.
inline double share_above(const BurstyLog& log, double t) {
  const double waiting = 0.8 * 3.0 * log.busy_days / (1.0 + 2.0 * log.busy_days);
  return waiting * (std::exp(-t / 1800.0) + std::exp(-t / 7200.0)) / 2.0;
}

/// The p-quantile of the wait, s.
inline double wait_quantile(const BurstyLog& log, double p) {
  double low = 0.0;
  double high = 1e6;
  if (share_above(log, 0.0) <= 1.0 - p) return 0.0;
  for (int i = 0; i < 100; ++i)
    (share_above(log, (low + high) / 2.0) > 1.0 - p ? low : high) = (low + high) / 2.0;
  return high;
}

inline DatedValues bursty_waits(const BurstyLog& log, std::uint32_t days, std::uint64_t seed) {
  RandomStream stream(seed, 0, "bursty log", 0);
  boost::random::uniform_01<double> share;
  DatedValues waits;
  for (std::uint32_t day = 0; day < days; ++day) {
    const bool busy = share(stream) < log.busy_days;
    const int jobs = (share(stream) < 0.5 ? 50 : 150) * (busy ? 3 : 1);
    const double mean = share(stream) < 0.5 ? 1800.0 : 7200.0;
    boost::random::exponential_distribution<double> wait(1.0 / mean);
    for (int job = 0; job < jobs; ++job) {
      waits.value.push_back(busy && share(stream) < 0.8 ? wait(stream) : 0.0);
      waits.day.push_back(day);
    }
  }
  return waits;
}

}  // namespace gpuscape
