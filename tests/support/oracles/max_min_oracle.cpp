#include "tests/support/oracles/max_min_oracle.hpp"

#include <algorithm>

namespace gpuscape::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kSame = 1.0 + 1e-13;

/// What of each resource is left to the rising activities, for each unit of their common rate:
/// (capacity − Σ fixed rate·amount) / Σ rising amount.
std::vector<double> room(const std::vector<double>& capacities,
                         const std::vector<OracleActivity>& activities,
                         const std::vector<double>& rates) {
  std::vector<long double> left(capacities.begin(), capacities.end());
  std::vector<long double> rising(capacities.size(), 0.0L);
  for (std::size_t i = 0; i < activities.size(); ++i) {
    for (const auto& [resource, amount] : activities[i].uses) {
      if (rates[i] < 0.0) {
        rising[resource] += static_cast<long double>(amount);
      } else {
        left[resource] -= static_cast<long double>(amount) * static_cast<long double>(rates[i]);
      }
    }
  }
  std::vector<double> result(capacities.size(), kInfinity);
  for (std::size_t r = 0; r < result.size(); ++r) {
    if (rising[r] > 0.0L) result[r] = static_cast<double>(left[r] / rising[r]);
  }
  return result;
}

/// How far one activity could rise.
double limit_of(const OracleActivity& activity, const std::vector<double>& room_left) {
  double limit = activity.bound;
  for (const OracleUse& use : activity.uses) limit = std::min(limit, room_left[use.resource]);
  return limit;
}

}  // namespace

std::vector<double> max_min_rates(const std::vector<double>& capacities,
                                  const std::vector<OracleActivity>& activities) {
  std::vector<double> rates(activities.size(), -1.0);
  std::size_t rising = activities.size();
  while (rising > 0) {
    const std::vector<double> room_left = room(capacities, activities, rates);
    double common = kInfinity;
    for (std::size_t i = 0; i < rates.size(); ++i) {
      if (rates[i] < 0.0) common = std::min(common, limit_of(activities[i], room_left));
    }
    for (std::size_t i = 0; i < rates.size(); ++i) {
      if (rates[i] >= 0.0 || limit_of(activities[i], room_left) > common * kSame) continue;
      rates[i] = common;
      --rising;
    }
  }
  return rates;
}

}  // namespace gpuscape::test
