#pragma once
/// The same as bursts_on_a_link.hpp on many links: a step sends several flows at once, each over
/// its route, and is over when the last has arrived and all is computed. Flows begin when `hidden`
/// is left to be computed; they share links as max-min has it.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <random>
#include <vector>

#include "sim/engine/mean_presence.hpp"
#include "tests/support/oracles/max_min_oracle.hpp"

namespace gpuscape {

struct BurstJob {
  double private_time = 0.0;                       ///< s per step without any link
  double flow_time = 0.0;                          ///< s per step that a flow takes alone
  std::vector<std::vector<std::uint32_t>> routes;  ///< of its flows, over links of capacity 1
  double hidden = 0.0;                             ///< s of the private time, with flows under way

  /// The time that each link is used in a step.
  [[nodiscard]] std::vector<MeanPresence::Use> uses() const {
    std::map<std::uint32_t, double> times;
    for (const auto& route : routes)
      for (const std::uint32_t link : route) times[link] += flow_time;
    std::vector<MeanPresence::Use> result;
    for (const auto& [link, time] : times) result.push_back({link, Seconds(time)});
    return result;
  }
};

class BurstsOnLinks {
 public:
  BurstsOnLinks(const std::vector<BurstJob>& jobs, std::size_t links)
      : jobs_(jobs),
        capacities_(links, 1.0),
        computing_(jobs.size()),
        covering_(jobs.size(), 0.0),
        left_(jobs.size()) {
    std::uniform_real_distribution<double> uniform;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      computing_[i] = uniform(random_) * 2.0 * jobs[i].private_time;
      left_[i].assign(jobs[i].routes.size(), 0.0);
    }
  }

  /// Mean step times (s) over `duration` seconds. Compute times vary by 2 %.
  std::vector<double> run(double duration) {
    std::vector<double> steps(jobs_.size(), 0.0);
    double now = 0.0;
    while (now < duration) {
      const auto rates = share();
      double span = std::numeric_limits<double>::infinity();
      for_each_busy([&](std::size_t i, std::size_t flow) {
        span = std::min(span, is_flow(flow) ? left_[i][flow] / rates[i][flow] : computed(i, flow));
      });
      now += span;
      for_each_busy([&](std::size_t i, std::size_t flow) {
        double& left = is_flow(flow) ? left_[i][flow] : computed(i, flow);
        left -= span * (is_flow(flow) ? rates[i][flow] : 1.0);
        if (left > 1e-12) return;
        left = 0.0;
        if (flow == kComputing) return begin_sending(i);
        if (covering_[i] > 0.0) return;
        if (std::ranges::any_of(left_[i], [](double l) { return l > 0.0; })) return;
        steps[i] += 1.0;
        const double exposed = jobs_[i].private_time - jobs_[i].hidden;
        computing_[i] = std::max(1e-9, exposed * std::max(0.1, jitter_(random_)));
      });
    }
    for (double& count : steps) count = now / count;
    return steps;
  }

 private:
  static constexpr std::size_t kComputing = static_cast<std::size_t>(-1);
  static constexpr std::size_t kCovering = static_cast<std::size_t>(-2);

  static bool is_flow(std::size_t flow) { return flow != kComputing && flow != kCovering; }
  double& computed(std::size_t i, std::size_t flow) {
    return flow == kComputing ? computing_[i] : covering_[i];
  }
  void begin_sending(std::size_t i) {
    std::fill(left_[i].begin(), left_[i].end(), jobs_[i].flow_time);
    covering_[i] = jobs_[i].hidden * std::max(0.1, jitter_(random_));
    if (!(jobs_[i].hidden > 0.0)) covering_[i] = 0.0;
  }
  template <class Visit>
  void for_each_busy(const Visit& visit) {
    for (std::size_t i = 0; i < jobs_.size(); ++i) {
      if (computing_[i] > 0.0) {
        visit(i, kComputing);
        continue;
      }
      if (covering_[i] > 0.0) visit(i, kCovering);
      for (std::size_t flow = 0; flow < left_[i].size(); ++flow)
        if (left_[i][flow] > 0.0 && !(computing_[i] > 0.0)) visit(i, flow);
    }
  }
  std::vector<std::vector<double>> share() {
    std::vector<test::OracleActivity> flows;
    for_each_busy([&](std::size_t i, std::size_t flow) {
      if (!is_flow(flow)) return;
      flows.emplace_back();
      for (const std::uint32_t link : jobs_[i].routes[flow])
        flows.back().uses.push_back({link, 1.0});
    });
    const std::vector<double> rates = test::max_min_rates(capacities_, flows);
    std::vector<std::vector<double>> result(left_.begin(), left_.end());
    std::size_t next = 0;
    for_each_busy([&](std::size_t i, std::size_t flow) {
      if (is_flow(flow)) result[i][flow] = rates[next++];
    });
    return result;
  }

  const std::vector<BurstJob>& jobs_;
  std::vector<double> capacities_;
  std::vector<double> computing_;          // s left, before it sends
  std::vector<double> covering_;           // s left, while it sends
  std::vector<std::vector<double>> left_;  // s at full rate, of each flow
  std::mt19937 random_{1};
  std::normal_distribution<double> jitter_{1.0, 0.02};
};

}  // namespace gpuscape
