#pragma once
/// Max-min fair rates by progressive filling as textbooks have it (Bertsekas and Gallager, Data
/// Networks, 6.5.2), slow and obvious: what the solver is compared with.

#include <cstddef>
#include <limits>
#include <vector>

namespace gpuscape::test {

struct OracleUse {
  std::size_t resource = 0;
  double amount = 1.0;
};

struct OracleActivity {
  double bound = std::numeric_limits<double>::infinity();
  std::vector<OracleUse> uses;
};

/// The rate of each activity, given the resources' capacities.
std::vector<double> max_min_rates(const std::vector<double>& capacities,
                                  const std::vector<OracleActivity>& activities);

}  // namespace gpuscape::test
