#pragma once
/// Jobs that limits hold: each is kept with one that it would go over: it cannot go on before that
/// has room for it, so that an end looks only at those which the limits of what ended hold.

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "sim/scheduling/job_queue.hpp"

namespace gpuscape::slurm {

/// Limits that gained room, each once.
class OpenedLimits {
 public:
  void add(std::size_t limit) {
    if (limit >= is_in_.size()) is_in_.resize(limit + 1, false);
    if (is_in_[limit]) return;
    is_in_[limit] = true;
    opened_.push_back(limit);
  }
  std::vector<std::size_t> take() {
    for (const std::size_t limit : opened_) is_in_[limit] = false;
    return std::exchange(opened_, {});
  }

 private:
  std::vector<std::size_t> opened_;
  std::vector<bool> is_in_;
};

class HeldJobs {
 public:
  /// No limit that will ever have room.
  static constexpr std::size_t kForGood = static_cast<std::size_t>(-1);
  struct By {
    std::size_t limit = kForGood;
    double needs = 0.0;  ///< room that the limit must have
  };
  struct Held {
    WaitingJob job;
    std::uint64_t order = 0;  ///< among all, in which they were held back
  };

  void add(const WaitingJob& job, const By& by) { put({job, order_++}, by); }
  /// The same for one that was taken out.
  void put(const Held& held, const By& by) {
    if (by.limit == kForGood) return;
    if (by.limit >= by_limit_.size()) by_limit_.resize(by.limit + 1);
    by_limit_[by.limit][by.needs].push_back(held);
  }
  /// Takes out those that the limit holds and that need no more than `room`.
  std::vector<Held> take(std::size_t limit, double room) {
    std::vector<Held> taken;
    if (limit >= by_limit_.size()) return taken;
    std::map<double, std::vector<Held>>& by_need = by_limit_[limit];
    while (!by_need.empty() && !(by_need.begin()->first > room)) {
      const std::vector<Held>& these = by_need.begin()->second;
      taken.insert(taken.end(), these.begin(), these.end());
      by_need.erase(by_need.begin());
    }
    return taken;
  }
  /// The least that one needs which the limit holds; none: it holds nobody.
  [[nodiscard]] std::optional<double> least_need(std::size_t limit) const {
    if (limit >= by_limit_.size() || by_limit_[limit].empty()) return std::nullopt;
    return by_limit_[limit].begin()->first;
  }

 private:
  std::vector<std::map<double, std::vector<Held>>> by_limit_;
  std::uint64_t order_ = 0;
};

}  // namespace gpuscape::slurm
