#pragma once

#include <span>
#include <vector>

#include "sim/scenario/spec.hpp"

namespace gpuscape {

/// As few points of the sample's quantile function as it takes: from the two ends on, points are
/// added where the distribution function is furthest off until `wanted` is reached, then where the
/// sum is most in error until the mean is within half a percent. `sorted` holds two different
/// values at least; the table has at most `most` points.
std::vector<QuantileSpec> quantile_table(std::span<const double> sorted, double wanted,
                                         std::size_t most);

}  // namespace gpuscape
