#include "sim/logs/fit_users.hpp"

#include <algorithm>
#include <boost/math/tools/roots.hpp>
#include <cmath>
#include <functional>
#include <numeric>
#include <vector>

#include "sim/logs/trace_info.hpp"

namespace gpuscape {

namespace {

/// The shares of ranks 1, 2, …: n^−s over their sum.
std::vector<double> zipf_shares(std::size_t count, double exponent) {
  std::vector<double> shares(count);
  for (std::size_t i = 0; i < count; ++i)
    shares[i] = std::pow(static_cast<double>(i + 1), -exponent);
  const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
  for (double& share : shares) share /= sum;
  return shares;
}

/// The mean of ln(rank), weighted.
double mean_log_rank(const std::vector<double>& shares) {
  double sum = 0.0;
  for (std::size_t i = 0; i < shares.size(); ++i)
    sum += shares[i] * std::log(static_cast<double>(i + 1));
  return sum;
}

/// The likelihood equation: the mean of ln(rank) is that of the sample; it falls with the exponent.
double exponent_for(double wanted, std::size_t count) {
  constexpr double kMost = 10.0;  // what a scenario may hold
  const auto excess = [&](double exponent) {
    return mean_log_rank(zipf_shares(count, exponent)) - wanted;
  };
  if (excess(0.0) <= 0.0) return 0.0;
  if (excess(kMost) >= 0.0) return kMost;
  std::uintmax_t steps = 100;
  const auto root = boost::math::tools::toms748_solve(
      excess, 0.0, kMost, boost::math::tools::eps_tolerance<double>(40), steps);
  return 0.5 * (root.first + root.second);
}

double first_tenth(const std::vector<double>& shares) {
  const auto count = static_cast<std::ptrdiff_t>((shares.size() + 9) / 10);
  return std::accumulate(shares.begin(), shares.begin() + count, 0.0);
}

}  // namespace

std::optional<FittedUsers> fit_users(const JobTable& table) {
  constexpr std::size_t kMostUsers = 100'000;  // what a scenario may hold
  const Senders users = users_of(table);
  const std::size_t count = users.shares.size();
  if (count < 2 || count > kMostUsers) return std::nullopt;
  std::vector<double> shares;
  shares.reserve(count);
  for (const SenderShare& user : users.shares) shares.push_back(static_cast<double>(user.jobs));
  std::ranges::sort(shares, std::greater());
  const double jobs = std::accumulate(shares.begin(), shares.end(), 0.0);
  for (double& share : shares) share /= jobs;
  FittedUsers fit;
  fit.jobs = static_cast<std::int64_t>(jobs);
  fit.spec.count = static_cast<std::int32_t>(count);
  constexpr double kDigits = 1e4;
  fit.spec.zipf = std::round(exponent_for(mean_log_rank(shares), count) * kDigits) / kDigits;
  const std::vector<double> fitted = zipf_shares(count, fit.spec.zipf);
  double ahead = 0.0;
  for (std::size_t i = 0; i < count; ++i) {
    ahead += shares[i] - fitted[i];
    fit.distance = std::max(fit.distance, std::abs(ahead));
  }
  fit.log_top_tenth = first_tenth(shares);
  fit.fitted_top_tenth = first_tenth(fitted);
  return fit;
}

}  // namespace gpuscape
