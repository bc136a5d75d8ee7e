#pragma once
/// A tree of queues: what each one holds, asks for and deserves, and its fair share of the cluster.
/// Shares follow the rules of the KAI scheduler (github.com/NVIDIA/KAI-Scheduler, read at
/// d5bc503a), level by level and resource by resource:
///  1. each queue gets min(deserved, asked, limit);
///  2. the rest goes, by falling priority of queues, to those that still ask, in proportion to
///     their weights (less `use_weight` times past use), in rounds, in whole GPUs; the last ones
///     singly by largest remainder, to the older queue first.
/// Deviates where a queue asks for more than its limit: its parent asks for no more than that.

#include <cstdint>
#include <limits>
#include <vector>

#include "models/scheduler/quota/settings.hpp"

namespace gpuscape::quota {

/// What one queue has at this instant; those of a queue count all below it.
struct Queue {
  std::size_t parent = 0;
  std::size_t depth = 0;  ///< that of the root is 0
  std::vector<std::size_t> children;
  const QueueSettings* settings = nullptr;
  Amounts held{};      ///< by jobs that run
  Amounts expected{};  ///< held, less what leaves in its grace time, with what waits for that
  Amounts fixed{};     ///< held by jobs that cannot be preempted
  Amounts asked{};     ///< held and waited for; of each child no more than its limit
  Amounts fair{};      ///< fair share
  std::array<double, kResources> used{};  ///< decayed; 1: all of the cluster, all the time
};

/// A rule that keeps a job from starting, and the queue whose rule it is.
struct Refusal {
  enum class Rule : std::uint8_t { none, limit, not_preemptible } rule = Rule::none;
  std::size_t queue = 0;
};

class QuotaTree {
 public:
  /// Number of the root, which is above all queues; others keep their numbers in the settings.
  [[nodiscard]] std::size_t root() const { return queues_.size() - 1; }
  /// `settings` must outlive this.
  explicit QuotaTree(const Settings& settings);

  [[nodiscard]] const Queue& operator[](std::size_t queue) const { return queues_[queue]; }
  [[nodiscard]] std::size_t size() const { return queues_.size(); }
  [[nodiscard]] bool is_leaf(std::size_t queue) const { return queues_[queue].children.empty(); }
  [[nodiscard]] bool is_below(std::size_t queue, std::size_t above) const {
    while (queue != above && queue != root()) queue = queues_[queue].parent;
    return queue == above;
  }
  [[nodiscard]] const Amounts& total() const { return total_; }
  /// The most that one job of a queue could ever hold, of a preemptible kind or not.
  [[nodiscard]] Amounts most(std::size_t queue, bool preemptible) const;

  void set_total(const Amounts& total);
  /// A job joins the queue (+1) or leaves it for good (−1), running or not.
  void ask(std::size_t queue, const Amounts& what, std::int64_t sign);
  /// It starts (+1) or stops (−1).
  void hold(std::size_t queue, const Amounts& what, bool preemptible, std::int64_t sign);
  /// What is expected of it changes alone.
  void expect(std::size_t queue, const Amounts& what, std::int64_t sign);
  /// Past use is known until `now` from here on.
  void age(Seconds now);
  /// Finds fair shares anew where they may have changed. True where they were.
  bool divide();
  /// False while fair shares may have changed since they were found.
  [[nodiscard]] bool is_divided() const { return !dirty_; }
  /// Queues whose share of GPUs is another one since the last division.
  [[nodiscard]] const std::vector<std::size_t>& other_shares() const { return other_shares_; }

  /// What forbids a start of that size.
  [[nodiscard]] Refusal refusal(std::size_t queue, const Amounts& what, bool preemptible) const;
  /// min(limit, max(deserved, fair share)).
  [[nodiscard]] Amounts allocatable(std::size_t queue) const;
  /// Whether any queue holds more than it is sure of, so that some may be reclaimed.
  [[nodiscard]] bool any_above() const;

 private:
  void divide_among(std::size_t parent, std::size_t resource);
  std::int64_t share_rest(std::size_t resource, std::int64_t rest);
  std::int64_t share_round(std::size_t resource, std::int64_t rest, bool& satisfied);
  std::int64_t share_singly(std::size_t resource, std::int64_t rest, std::int64_t of);
  [[nodiscard]] double part(std::size_t resource, std::size_t queue, double weights) const;
  [[nodiscard]] std::int64_t open(std::size_t queue, std::size_t resource) const;

  const Settings& settings_;
  std::vector<Queue> queues_;  // the last one is the root
  Amounts total_{};
  Seconds aged_{0.0};
  bool dirty_ = true;
  std::array<bool, kResources> is_used_{};  // somebody asked for it at the last division
  std::vector<std::size_t> parents_;        // each before its children
  std::vector<std::size_t> other_shares_;
  std::vector<std::int64_t> before_;  // scratch
  std::vector<std::size_t> among_;    // scratch: of one priority, that ask for more
};

}  // namespace gpuscape::quota
