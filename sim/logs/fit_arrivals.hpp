#pragma once
/// When jobs come: rates by hour and weekday, and how far arrivals are from independent.

#include <optional>

#include "sim/logs/job_log.hpp"

namespace gpuscape {

struct FittedArrivals {
  std::optional<WeekSpec> week;  ///< none: a constant rate
  std::string why_constant;      ///< why no rates by hour were fitted; empty where they were
  double jobs_per_hour = 0.0;    ///< over whole weeks
  std::int64_t weekdays_unseen = 0;
  /// Of the gaps between jobs, on a clock on which the fitted rate is constant, from the
  /// exponential distribution that independent arrivals have.
  double distance = 0.0;
  double critical = 0.0;
  std::size_t gaps = 0;
  /// Variance of the number of jobs in 10 min over its mean, against the fitted rate: 1 for
  /// independent arrivals (Pearson's X² over its degrees of freedom).
  double dispersion = 0.0;

  [[nodiscard]] bool bursty() const { return distance > critical || dispersion > 1.5; }
};

/// Rates are hour × weekday by maximum likelihood, each cell counted over the time that the log
/// covers of it. For a log of at least two jobs that do not all come at once.
FittedArrivals fit_arrivals(const JobLog& log);

}  // namespace gpuscape
