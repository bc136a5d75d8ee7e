#pragma once
/// Random workloads for tests: small, awkward, reproducible.

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "tests/support/run_builders.hpp"

namespace gpuscape::test {

struct RandomJobs {
  std::size_t count = 300;
  std::int32_t gpus_total = 32;
  double load = 1.0;
  bool exact_limits = true;  ///< else limits are 0.4 to 4 times the run time, and some are missing
  bool coarse = false;       ///< dates and durations in steps of 600 s: many ties
  double share_with_cores = 0.0;
  double share_of_gangs = 0.0;  ///< that ask for 2 to 5 nodes, a fifth of them for cores alone
};

/// A job on several nodes, of up to eight GPUs on each, or of cores alone.
template <class Uniform>
Demand random_gang(Uniform uniform) {
  Demand gang;
  gang.nodes = static_cast<std::int32_t>(2 + uniform() * 4);
  if (uniform() < 0.2) {
    gang.milli_cores = static_cast<std::int64_t>(1000 + uniform() * 24000) * gang.nodes;
  } else {
    gang.gpus = gang.nodes * static_cast<std::int32_t>(1 + uniform() * 6) +
                (uniform() < 0.3 ? static_cast<std::int32_t>(uniform() * gang.nodes) : 0);
    if (uniform() < 0.1) gang.gpus = 1;
  }
  return gang;
}

/// By rising submit date. Durations are log-normal about half an hour; sizes 1 to the whole
/// cluster.
inline std::vector<Job> random_jobs(std::uint32_t seed, const RandomJobs& options) {
  std::mt19937 random(seed);
  const auto uniform = [&random] { return static_cast<double>(random()) / 4294967296.0; };
  const auto rounded = [&](double value) {
    return options.coarse ? 600.0 * std::ceil(value / 600.0) : value;
  };
  std::vector<Job> jobs;
  double work = 0.0;
  for (std::size_t i = 0; i < options.count; ++i) {
    const double u = uniform();
    const std::int32_t common = u < 0.5 ? 1 : u < 0.65 ? 2 : u < 0.8 ? 4 : u < 0.9 ? 8 : 16;
    const auto any = static_cast<std::int32_t>(1 + uniform() * options.gpus_total);
    const std::int32_t gpus = std::min(uniform() < 0.2 ? any : common, options.gpus_total);
    const double run_time = rounded(1800.0 * std::exp(3.0 * (uniform() + uniform() - 1.0)));
    const double limit = options.exact_limits ? run_time
                         : uniform() < 0.1    ? -1.0
                                              : rounded(run_time * (0.4 + 3.6 * uniform()));
    jobs.push_back(job(0.0, gpus, run_time, limit));
    if (uniform() < options.share_with_cores) {
      jobs.back().demand.milli_cores = static_cast<std::int64_t>(uniform() * 12000) * gpus;
      jobs.back().demand.memory_mib = static_cast<std::int64_t>(uniform() * 100) * gpus;
    }
    if (options.share_of_gangs > 0.0 && uniform() < options.share_of_gangs)
      jobs.back().demand = random_gang(uniform);
    work += jobs.back().demand.gpus * run_time;
  }
  const double mean_gap =
      work / (options.gpus_total * options.load * static_cast<double>(options.count));
  double date = 0.0;
  for (Job& j : jobs) {
    date += -std::log(1.0 - uniform()) * mean_gap;
    j.submit = Seconds(rounded(date));
  }
  return jobs;
}

}  // namespace gpuscape::test
