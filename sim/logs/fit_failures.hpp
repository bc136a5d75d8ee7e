#pragma once
/// Rates, repairs and lives as a log of faults has them, with 95 % intervals.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sim/base/units/quantity.hpp"

namespace gpuscape {

struct Interval95 {
  double low = 0.0;
  double high = 0.0;
};

/// Of the mean of a Poisson count: exact, by the quantiles of the gamma distribution (Garwood
/// 1936).
Interval95 poisson_interval(std::int64_t count);

/// How long repairs take. Both distributions have the sample's mean, so that the time that nodes
/// are away is the log's; the lognormal one has sigma by maximum likelihood under that condition.
/// With d the logarithms less that of the mean, and D the mean of d², sigma² = 2 (√(1 + D) − 1).
struct RepairFit {
  std::int64_t count = 0;
  std::int64_t of_no_length = 0;  ///< not in the likelihoods
  double mean = 0.0;              ///< s, as the next two
  double median = 0.0;
  double p90 = 0.0;
  Interval95 mean_interval = {};  ///< percentiles of 2 000 bootstrap samples; exact: a fixed seed
  double sigma = 0.0;
  Interval95 sigma_interval = {};  ///< by the curvature of the likelihood
  double log_exponential = 0.0;    ///< log-likelihoods of times in days
  double log_lognormal = 0.0;
  bool is_lognormal = false;  ///< Akaike's criterion: one parameter more is worth 1 of likelihood

  /// The share of repairs that take at most so long, and its density per day, as fitted.
  [[nodiscard]] double share_below(Seconds time) const;
  [[nodiscard]] double log_density(Seconds time) const;
};
/// Of at least one repair, in seconds.
RepairFit fit_repairs(std::vector<double> repairs);

/// A time in service, which a failure has ended or the end of the log.
struct Life {
  double time = 0.0;
  bool has_failed = false;
};
/// Weibull's distribution by maximum likelihood, lives that went on being censored.
struct WeibullFit {
  double shape = 1.0;
  Interval95 shape_interval = {};  ///< Wald's, of the logarithm, by the observed information
  double mean = 0.0;               ///< in the unit of the lives
  std::int64_t failed = 0;
};
/// Nothing where fewer than two lives of a length above 0 have failed.
std::optional<WeibullFit> fit_weibull(std::span<const Life> lives);

/// Whether some nodes fail more often than chance has it.
struct BadNodes {
  double dispersion = 1.0;  ///< variance ÷ mean of the counts by node; 1 of Poisson's distribution
  double p_value = 1.0;     ///< that it comes by chance: chi-square of n − 1 degrees of freedom
  /// Two Poisson distributions by maximum likelihood: which share of the nodes, and how many times
  /// as often. Those of one alone where the counts are not dispersed.
  double share = 0.0;
  double factor = 1.0;
  [[nodiscard]] bool are_there() const { return p_value < 0.01 && share > 0.0; }
};
/// Of the faults of each node, those without any among them; at least two.
BadNodes fit_bad_nodes(const std::vector<std::int64_t>& faults);

/// Variance ÷ mean of counts; 1 where the mean is 0.
double dispersion_of(const std::vector<std::int64_t>& counts);

}  // namespace gpuscape
