#pragma once
/// A job as it arrives: what it asks for, and how long it would run.

#include <cstdint>
#include <limits>
#include <string>

#include "sim/base/quantity.hpp"

namespace gpuscape {

/// What a job asks for in all, as integers. On a pool, `gpus` counts processors.
struct Demand {
  std::int32_t gpus = 0;
  std::int64_t milli_cores = 0;  ///< 1000 = one CPU core
  std::int64_t memory_mib = 0;

  friend constexpr bool operator==(const Demand&, const Demand&) = default;
};

/// Dates are seconds since the run's origin (the workload's first submit date for a log, 0 for a
/// generator).
struct Job {
  std::int64_t id = 0;  ///< the log's own number, or a running number
  Seconds submit{0.0};
  Seconds run_time{0.0};         ///< how long it runs once started, if nothing ends it early
  Seconds time_limit{kForever};  ///< the user's limit; kForever when the log has none
  Demand demand{};
  std::uint16_t stream = 0;  ///< index of the workload stream it belongs to
};

/// A row of a log: a job, and when it started there.
struct LoggedJob : Job {
  Seconds logged_start{std::numeric_limits<double>::quiet_NaN()};  ///< NaN: the log does not say
};

}  // namespace gpuscape
