#include "sim/workload/distribution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/math/special_functions/gamma.hpp>
#include <boost/random/exponential_distribution.hpp>
#include <boost/random/lognormal_distribution.hpp>
#include <boost/random/uniform_01.hpp>
#include <boost/random/weibull_distribution.hpp>
#include <cmath>
#include <numbers>

#include "sim/base/error.hpp"

namespace gpuscape {

namespace {

constexpr std::array<std::string_view, 5> kKinds{"constant", "uniform", "exponential", "lognormal",
                                                 "weibull"};

std::size_t kind_index(const std::string& kind) {
  const auto* const found = std::ranges::find(kKinds, kind);
  ensure(found != kKinds.end(),
         fmt::format("'{}' is a distribution that was checked before", kind));
  return static_cast<std::size_t>(found - kKinds.begin());
}

double normal_share_below(double z) { return 0.5 * std::erfc(-z / std::numbers::sqrt2); }

double uniform_mean(double low, double high, double most) {
  if (most >= high) {
    return 0.5 * (low + high);
  }
  if (most <= low) {
    return most;
  }
  return (0.5 * (most * most - low * low) + most * (high - most)) / (high - low);
}

double lognormal_mean(double median, double sigma, double most) {
  if (median <= 0.0 || sigma == 0.0) {
    return std::min(median, most);
  }
  const double z = std::log(most / median) / sigma;
  return median * std::exp(0.5 * sigma * sigma) * normal_share_below(z - sigma) +
         most * normal_share_below(-z);
}

double weibull_mean(double scale, double shape, double most) {
  namespace policies = boost::math::policies;
  // No long double inside: its width differs between machines.
  using Policy = policies::policy<policies::promote_double<false>>;
  const double reach = std::pow(most / scale, shape);
  if (!std::isfinite(reach)) {
    return scale * boost::math::tgamma(1.0 + 1.0 / shape, Policy());
  }
  return scale / shape * boost::math::tgamma_lower(1.0 / shape, reach, Policy());
}

}  // namespace

Distribution::Distribution(const DistributionSpec& spec)
    : kind_(static_cast<Kind>(kind_index(spec.kind))),
      first_(kind_ == Kind::lognormal ? std::log(spec.first) : spec.first),
      second_(spec.second),
      most_(spec.most) {}

double Distribution::draw(RandomStream& random) const {
  switch (kind_) {
    case Kind::constant:
      return std::min(first_, most_);
    case Kind::uniform:
      return std::min(first_ + (second_ - first_) * boost::random::uniform_01<double>()(random),
                      most_);
    case Kind::exponential:
      return std::min(first_ * boost::random::exponential_distribution<double>()(random), most_);
    case Kind::lognormal:
      return std::min(boost::random::lognormal_distribution<double>(first_, second_)(random),
                      most_);
    case Kind::weibull:
      return std::min(boost::random::weibull_distribution<double>(second_, first_)(random), most_);
  }
  return 0.0;
}

double mean_of(const DistributionSpec& spec) {
  switch (kind_index(spec.kind)) {
    case 0:
      return std::min(spec.first, spec.most);
    case 1:
      return uniform_mean(spec.first, spec.second, spec.most);
    case 2:
      return spec.first * -std::expm1(-spec.most / spec.first);
    case 3:
      return lognormal_mean(spec.first, spec.second, spec.most);
    default:
      return weibull_mean(spec.first, spec.second, spec.most);
  }
}

}  // namespace gpuscape
