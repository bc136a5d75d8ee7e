#include "sim/study/statistics/rank_sum.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <numeric>
#include <utility>

namespace gpuscape {

namespace {

/// Twice the ranks of all values, those of `one` first: equal values share their mean rank.
std::vector<std::int64_t> doubled_ranks(const std::vector<double>& one,
                                        const std::vector<double>& other) {
  std::vector<double> all = one;
  all.insert(all.end(), other.begin(), other.end());
  std::vector<std::size_t> order(all.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return all[i]; });
  std::vector<std::int64_t> ranks(all.size());
  for (std::size_t from = 0; from < order.size();) {
    std::size_t to = from;
    while (to < order.size() && all[order[to]] == all[order[from]]) ++to;
    for (std::size_t i = from; i < to; ++i)
      ranks[order[i]] = static_cast<std::int64_t>(from + to) + 1;
    from = to;
  }
  return ranks;
}

/// Of all choices of `chosen` among the ranks, the share whose sum is as far from the mean.
double exact_p(const std::vector<std::int64_t>& ranks, std::size_t chosen, std::int64_t sum) {
  const std::int64_t most = std::accumulate(ranks.begin(), ranks.end(), std::int64_t{0});
  const auto width = static_cast<std::size_t>(most) + 1;
  std::vector<std::vector<double>> ways(chosen + 1, std::vector<double>(width, 0.0));
  ways[0][0] = 1.0;
  for (const std::int64_t rank : ranks)
    for (std::size_t count = chosen; count > 0; --count)
      for (std::size_t total = width - 1; total >= static_cast<std::size_t>(rank); --total)
        ways[count][total] += ways[count - 1][total - static_cast<std::size_t>(rank)];
  const double mean =
      static_cast<double>(most) * static_cast<double>(chosen) / static_cast<double>(ranks.size());
  const double distance = std::abs(static_cast<double>(sum) - mean);
  constexpr double kRounding = 1e-9;
  double far = 0.0;
  double all = 0.0;
  for (std::size_t total = 0; total < width; ++total) {
    all += ways[chosen][total];
    if (std::abs(static_cast<double>(total) - mean) >= distance - kRounding)
      far += ways[chosen][total];
  }
  return far / all;
}

double normal_p(const std::vector<std::int64_t>& ranks, std::size_t chosen, std::int64_t sum) {
  const auto n = static_cast<double>(ranks.size());
  const auto m = static_cast<double>(chosen);
  const double mean_rank =
      static_cast<double>(std::accumulate(ranks.begin(), ranks.end(), std::int64_t{0})) / n;
  double squares = 0.0;
  for (const std::int64_t rank : ranks)
    squares += (static_cast<double>(rank) - mean_rank) * (static_cast<double>(rank) - mean_rank);
  const double variance = m * (n - m) / (n * (n - 1.0)) * squares;
  if (!(variance > 0.0)) return 1.0;
  const double z = std::abs(static_cast<double>(sum) - m * mean_rank) / std::sqrt(variance);
  return std::erfc(z / std::numbers::sqrt2);
}

}  // namespace

double rank_sum_p(const std::vector<double>& one, const std::vector<double>& other) {
  constexpr std::size_t kMostExact = 24;
  if (one.empty() || other.empty()) return 1.0;
  const std::vector<std::int64_t> ranks = doubled_ranks(one, other);
  const std::int64_t sum = std::accumulate(
      ranks.begin(), ranks.begin() + static_cast<std::ptrdiff_t>(one.size()), std::int64_t{0});
  return ranks.size() <= kMostExact ? exact_p(ranks, one.size(), sum)
                                    : normal_p(ranks, one.size(), sum);
}

double least_rank_sum_p(std::size_t one, std::size_t other) {
  double ways = 1.0;
  for (std::size_t i = 1; i <= one; ++i)
    ways *= static_cast<double>(other + i) / static_cast<double>(i);
  return std::min(1.0, 2.0 / ways);
}

}  // namespace gpuscape
