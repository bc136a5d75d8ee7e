#pragma once
/// One distribution for a sample: the simplest that it cannot be told from, else a table.

#include <span>
#include <string>
#include <vector>

#include "sim/scenario/spec.hpp"

namespace gpuscape {

struct FittedDistribution {
  DistributionSpec spec;
  std::size_t sample = 0;
  double distance = 0.0;  ///< Kolmogorov-Smirnov
  double critical = 0.0;  ///< ks_critical(sample)
  double log_mean = 0.0;
  double fitted_mean = 0.0;
  double log_p95 = 0.0;
  double fitted_p95 = 0.0;
  /// What was tried and how far it lay: "lognormal" 0.031.
  struct Candidate {
    std::string kind;
    double distance;
  };
  std::vector<Candidate> tried;
};

/// Exponential, lognormal and Weibull by maximum likelihood, cut at the largest value; of those the
/// nearest is taken if it lies within the critical distance and its mean within three standard
/// errors of the sample's. Otherwise a table of quantiles: points where the distance is largest,
/// until it is half the critical one or 0.004, then where the sum is most in error, 60 at most. A
/// sample of equal values becomes a constant. Values are at least 0, rising, and there is at least
/// one.
FittedDistribution fit_distribution(std::span<const double> sorted);

}  // namespace gpuscape
