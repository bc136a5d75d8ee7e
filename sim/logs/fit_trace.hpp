#pragma once
/// A generator that yields jobs like those of a log, and how like them they are.

#include <optional>
#include <string>
#include <vector>

#include "sim/logs/fit_arrivals.hpp"
#include "sim/logs/fit_distribution.hpp"
#include "sim/logs/fit_users.hpp"

namespace gpuscape {

struct FittedClass {
  std::int32_t gpus_from = 1;
  std::int32_t gpus_to = 1;
  double gpu_seconds_share = 0.0;  ///< of the whole log
  FittedDistribution run_time;
};

struct TraceFit {
  GenerateSpec generate;
  std::int64_t jobs = 0;
  Seconds span{0.0};
  FittedArrivals arrivals;
  std::vector<FittedClass> run_times;
  std::optional<FittedDistribution> limit_factor;
  std::optional<FittedUsers> users;
  double log_gpu_seconds = 0.0;      ///< a job, on average
  double fitted_gpu_seconds = 0.0;   ///< the same of the generator
  std::vector<std::string> remarks;  ///< what the generator does not reproduce
};

/// Sizes as counted, run times by classes of size with at least 100 jobs each. Throws
/// ScenarioError for a log that cannot be fitted: fewer than two jobs, all at once, or no GPU time.
TraceFit fit_trace(const JobLog& log);

}  // namespace gpuscape
