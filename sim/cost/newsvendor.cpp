#include "sim/cost/newsvendor.hpp"

#include <algorithm>
#include <cmath>

namespace gpuscape {

namespace {

/// Of an hour with so many owned, in rents.
double cost_of(const std::vector<double>& demand, double ratio, double level) {
  double rented = 0.0;
  for (const double one : demand) rented += std::max(0.0, one - level);
  return ratio * level + rented / static_cast<double>(demand.size());
}

}  // namespace

OwnedLevel owned_level(std::vector<double> demand, double ratio) {
  if (demand.empty()) return {};
  std::ranges::sort(demand);
  const auto count = static_cast<double>(demand.size());
  // The smallest level that is exceeded for at most that share of the time.
  const double below = std::ceil((1.0 - ratio) * count - 1e-9);
  const double level =
      ratio >= 1.0 ? 0.0
                   : demand[static_cast<std::size_t>(std::clamp(below - 1.0, 0.0, count - 1.0))];
  return {.level = level,
          .cost = cost_of(demand, ratio, level),
          .all_owned = ratio * demand.back(),
          .all_rented = cost_of(demand, ratio, 0.0)};
}

}  // namespace gpuscape
