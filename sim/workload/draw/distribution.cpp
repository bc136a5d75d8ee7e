#include "sim/workload/draw/distribution.hpp"

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

constexpr std::array<std::string_view, 6> kKinds{"constant",  "uniform", "exponential",
                                                 "lognormal", "weibull", "quantiles"};

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

/// True where the piece from `a` to `b` is linear in the logarithm, and not flat.
bool is_logarithmic(double a, double b) { return a > 0.0 && b > a * (1.0 + 1e-9); }

double piece_mean(double a, double b) {
  return is_logarithmic(a, b) ? (b - a) / std::log(b / a) : 0.5 * (a + b);
}

/// The share of the way from `a` to `b` at which `value`, which lies between them, is reached.
double way_to(double value, double a, double b) {
  return is_logarithmic(a, b) ? std::log(value / a) / std::log(b / a) : (value - a) / (b - a);
}

double quantiles_mean(const std::vector<QuantileSpec>& points, double most) {
  double sum = 0.0;
  for (std::size_t i = 1; i < points.size(); ++i) {
    const double length = points[i].share - points[i - 1].share;
    const double a = points[i - 1].value;
    const double b = points[i].value;
    if (b <= most) {
      sum += length * piece_mean(a, b);
    } else if (a >= most) {
      sum += length * most;
    } else {
      const double way = way_to(most, a, b);
      sum += length * (way * piece_mean(a, most) + (1.0 - way) * most);
    }
  }
  return sum;
}

double quantiles_share(const std::vector<QuantileSpec>& points, double value) {
  const auto above = std::ranges::upper_bound(points, value, {}, &QuantileSpec::value);
  if (above == points.begin()) return 0.0;
  if (above == points.end()) return 1.0;
  const QuantileSpec& below = *std::prev(above);
  return below.share + (above->share - below.share) * way_to(value, below.value, above->value);
}

double weibull_share(double scale, double shape, double value) {
  return -std::expm1(-std::pow(value / scale, shape));
}

}  // namespace

double quantile_at(const std::vector<QuantileSpec>& points, double share) {
  const auto above = std::ranges::upper_bound(points, share, {}, &QuantileSpec::share);
  if (above == points.end()) return points.back().value;
  if (above == points.begin()) return points.front().value;
  const QuantileSpec& below = *std::prev(above);
  const double way = (share - below.share) / (above->share - below.share);
  if (is_logarithmic(below.value, above->value))
    return below.value * std::exp(way * std::log(above->value / below.value));
  return below.value + way * (above->value - below.value);
}

double share_below(const DistributionSpec& spec, double value) {
  if (value >= spec.most) return 1.0;
  if (value < 0.0) return 0.0;
  switch (kind_index(spec.kind)) {
    case 0:
      return value >= spec.first ? 1.0 : 0.0;
    case 1:
      if (value >= spec.second) return 1.0;
      return value <= spec.first ? 0.0 : (value - spec.first) / (spec.second - spec.first);
    case 2:
      return -std::expm1(-value / spec.first);
    case 3:
      return value > 0.0 ? normal_share_below(std::log(value / spec.first) / spec.second) : 0.0;
    case 4:
      return weibull_share(spec.first, spec.second, value);
    default:
      return quantiles_share(spec.quantiles, value);
  }
}

Distribution::Distribution(const DistributionSpec& spec)
    : kind_(static_cast<Kind>(kind_index(spec.kind))),
      first_(kind_ == Kind::lognormal ? std::log(spec.first) : spec.first),
      second_(spec.second),
      most_(spec.most),
      quantiles_(spec.quantiles) {}

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
    case Kind::quantiles:
      return std::min(quantile_at(quantiles_, boost::random::uniform_01<double>()(random)), most_);
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
    case 4:
      return weibull_mean(spec.first, spec.second, spec.most);
    default:
      return quantiles_mean(spec.quantiles, spec.most);
  }
}

}  // namespace gpuscape
