#pragma once
/// Draws from the distributions that a scenario names, and their means, capped as they are drawn.

#include <vector>

#include "sim/base/random.hpp"
#include "sim/scenario/spec.hpp"

namespace gpuscape {

/// Draws by Boost.Random, whose numbers do not depend on the compiler. Draws above the cap become
/// the cap.
class Distribution {
 public:
  explicit Distribution(const DistributionSpec& spec);
  double draw(RandomStream& random) const;

 private:
  enum class Kind : std::uint8_t { constant, uniform, exponential, lognormal, weibull, quantiles };

  Kind kind_;
  double first_;
  double second_;
  double most_;
  std::vector<QuantileSpec> quantiles_;
};

/// The mean of the capped draws, E[min(X, most)], in closed form:
/// uniform on [a, b]: (most² − a²) / 2(b − a) + most (b − most) / (b − a) for a cap inside;
/// exponential: μ (1 − e^(−most/μ));
/// lognormal: m e^(σ²/2) Φ((ln(most/m) − σ²) / σ) + most (1 − Φ(ln(most/m) / σ)), m the median;
/// Weibull: scale/shape · γ(1/shape, (most/scale)^shape), γ the lower incomplete gamma function;
/// quantiles: Σ Δp (b − a) / ln(b / a) over the pieces from a to b below the cap, most above it.
double mean_of(const DistributionSpec& spec);

/// The share of draws at or below `value`.
double share_below(const DistributionSpec& spec, double value);

/// The value at a share of a quantile function whose points are given: between two of them the
/// logarithm is linear, or the value itself where it begins at 0.
double quantile_at(const std::vector<QuantileSpec>& points, double share);

}  // namespace gpuscape
