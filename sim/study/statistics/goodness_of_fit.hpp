#pragma once
/// How far a sample lies from a distribution, or from another sample: Kolmogorov and Smirnov.

#include <cstddef>
#include <functional>
#include <span>

#include "sim/scenario/spec.hpp"

namespace gpuscape {

/// The largest difference of the two distribution functions; ties are steps. `sorted` holds at
/// least one value.
double ks_distance(std::span<const double> sorted, const DistributionSpec& distribution);
/// The same for any continuous distribution function.
double ks_distance(std::span<const double> sorted,
                   const std::function<double(double)>& share_below);
/// The same for two samples, both sorted and not empty.
double ks_distance(std::span<const double> sorted, std::span<const double> other);

/// The distance that a sample of a continuous distribution exceeds with a probability of 1 %:
/// sqrt(ln(2 / 0.01) / 2n), the limit for large n; smaller samples exceed it less often. Where
/// parameters were fitted to the same sample, or values are rounded, the true one lies elsewhere
/// (lower for the former): it is a yardstick, not a test.
double ks_critical(std::size_t sample);
/// For two samples: n is replaced by n m / (n + m).
double ks_critical(std::size_t sample, std::size_t other);

}  // namespace gpuscape
