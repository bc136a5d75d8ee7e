#pragma once
/// How unevenly users send jobs.

#include <optional>

#include "sim/logs/job_log.hpp"

namespace gpuscape {

struct FittedUsers {
  UsersSpec spec;
  std::int64_t jobs = 0;       ///< whose user is known
  double distance = 0.0;       ///< largest difference of the cumulated shares by rank
  double log_top_tenth = 0.0;  ///< share of the jobs of the busiest tenth of the users
  double fitted_top_tenth = 0.0;
};

/// Zipf's exponent by maximum likelihood over ranks, for at least two known users; else nothing.
std::optional<FittedUsers> fit_users(const JobTable& table);

}  // namespace gpuscape
