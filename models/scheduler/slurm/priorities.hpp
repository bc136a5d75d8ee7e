#pragma once
/// The priorities of jobs: age, fair share, size, partition and QOS, calculated anew every period.

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "models/scheduler/slurm/account_tree.hpp"
#include "models/scheduler/slurm/places.hpp"
#include "models/scheduler/slurm/settings.hpp"
#include "sim/scheduling/fair_share.hpp"
#include "sim/scheduling/job_queue.hpp"
#include "sim/scheduling/job_rules.hpp"

namespace gpuscape::slurm {

class Priorities {
 public:
  /// The settings must outlive it.
  explicit Priorities(const Settings& settings)
      : settings_(settings),
        fair_(settings.half_life > Seconds(0.0) ? settings.half_life : kForever) {}

  /// `first`: one of the dates on which they are calculated; others lie whole periods before and
  /// after it.
  void bind(const PolicyContext& context, const AccountTree& tree, const Places& places,
            Seconds first);
  /// Time has come to `now`.
  void advance(Seconds now) { now_ = now; }
  [[nodiscard]] bool is_due() const { return !(now_ < next_update_); }
  /// As of now: one number for each class of jobs that there may be.
  void update(JobQueue& queue);
  /// When `update` changes an order next, as things are.
  [[nodiscard]] Seconds next_update(bool any_runs) const;

  // As in Scheduler.
  [[nodiscard]] double rank(const WaitingJob& job) const;
  [[nodiscard]] std::uint32_t rank_class(const WaitingJob& job) const {
    return 2 * job.origin + (is_old(job) ? 1U : 0U);
  }
  /// A job starts (+1) or ends (−1).
  void count(const WaitingJob& job, int sign, Seconds date);

 private:
  [[nodiscard]] bool is_old(const WaitingJob& job) const {
    return !(now_ - job.submit < settings_.max_age);
  }
  [[nodiscard]] double size_factor(const Demand& demand) const;
  [[nodiscard]] double fixed_part(const JobOrigin& origin, std::size_t partition) const;
  [[nodiscard]] Charge charge(const WaitingJob& job) const {
    return Charge(settings_.charges_cores ? static_cast<double>(job.demand.milli_cores) / 1000.0
                                          : job.demand.gpu_amount());
  }
  /// The first update at that date or behind it.
  [[nodiscard]] Seconds update_from(Seconds date) const;

  const Settings& settings_;
  FairShare fair_;
  double nodes_total_ = 0.0;
  double sizes_total_ = 0.0;  // GPUs, or thousandths of cores
  double most_factor_ = 0.0;
  double most_priority_ = 0.0;
  Seconds now_{0.0};
  Seconds next_update_{0.0};
  Seconds first_update_{0.0};
  std::vector<std::size_t> user_of_;  // by origin
  std::vector<double> fixed_;         // by origin: of partition and QOS
  std::vector<double> usage_factor_;  // by origin
  mutable bool some_are_old_ = false;
  mutable std::deque<WaitingJob> young_;  // in the order in which they joined the queue
};

}  // namespace gpuscape::slurm
