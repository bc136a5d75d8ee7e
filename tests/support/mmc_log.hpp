#pragma once
/// A log of an M/M/c queue, first come first served, from an empty start; and what theory says
/// about it.

#include <algorithm>
#include <boost/random/exponential_distribution.hpp>
#include <cmath>
#include <cstdint>
#include <functional>
#include <vector>

#include "sim/base/random.hpp"

namespace gpuscape {

/// Arrivals per hour follow from `load`; the mean service is one hour.
struct MmcQueue {
  int servers = 8;
  double load = 0.6;
};

struct MmcLog {
  std::vector<double> submit;  ///< s
  std::vector<double> wait;    ///< s
};

/// Erlang C: the probability that an arrival waits.
inline double erlang_c(const MmcQueue& queue) {
  const double offered = queue.load * queue.servers;
  double term = 1.0;
  double sum = 0.0;
  for (int k = 0; k < queue.servers; ++k) {
    sum += term;
    term *= offered / (k + 1);
  }
  const double all_busy = term / (1.0 - queue.load);
  return all_busy / (sum + all_busy);
}

/// Erlang's mean wait, s.
inline double mean_wait(const MmcQueue& queue) {
  return 3600.0 * erlang_c(queue) / (queue.servers * (1.0 - queue.load));
}

/// The p-quantile of the wait, s: P(wait > t) = C · exp(−(c μ − λ) t).
inline double wait_quantile(const MmcQueue& queue, double p) {
  const double rate = queue.servers * (1.0 - queue.load) / 3600.0;
  return std::max(0.0, std::log(erlang_c(queue) / (1.0 - p)) / rate);
}

inline MmcLog mmc_log(const MmcQueue& queue, double days, std::uint64_t seed) {
  RandomStream stream(seed, 0, "mmc log", 0);
  boost::random::exponential_distribution<double> between(queue.load * queue.servers / 3600.0);
  boost::random::exponential_distribution<double> service(1.0 / 3600.0);
  std::vector<double> free_at(static_cast<std::size_t>(queue.servers),
                              0.0);  // a heap, earliest on top
  MmcLog log;
  for (double now = between(stream); now < 86400.0 * days; now += between(stream)) {
    std::pop_heap(free_at.begin(), free_at.end(), std::greater<>());
    const double start = std::max(now, free_at.back());
    free_at.back() = start + service(stream);
    std::push_heap(free_at.begin(), free_at.end(), std::greater<>());
    log.submit.push_back(now);
    log.wait.push_back(start - now);
  }
  return log;
}

}  // namespace gpuscape
