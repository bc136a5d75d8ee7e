#pragma once
/// Draws from the distributions that a scenario names, and their means, capped as they are drawn.

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
  enum class Kind : std::uint8_t { constant, uniform, exponential, lognormal, weibull };

  Kind kind_;
  double first_;
  double second_;
  double most_;
};

/// The mean of the capped draws, E[min(X, most)], in closed form:
/// uniform on [a, b]: (most² − a²) / 2(b − a) + most (b − most) / (b − a) for a cap inside;
/// exponential: μ (1 − e^(−most/μ));
/// lognormal: m e^(σ²/2) Φ((ln(most/m) − σ²) / σ) + most (1 − Φ(ln(most/m) / σ)), m the median;
/// Weibull: scale/shape · γ(1/shape, (most/scale)^shape), γ the lower incomplete gamma function.
double mean_of(const DistributionSpec& spec);

}  // namespace gpuscape
