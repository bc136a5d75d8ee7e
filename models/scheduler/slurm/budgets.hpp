#pragma once
/// Budgets of GPU-minutes (Slurm's GrpTRESMins=gres/gpu) of accounts, QOS and partitions, used up
/// by the jobs of each and of all accounts below. What was used decays by half every half-life, but
/// with the flag NoDecay of a QOS.
/// Slurm 22.05.8 starts a job where 599 of 600 GPU-seconds are used and holds it where all are;
/// jobs without GPUs are neither held nor killed. As budgets are used up, running jobs are killed;
/// with AccountingStorageEnforce=safe none is, and a job starts only where its time limit fits into
/// what is left (acct_policy_job_time_out and _validate_tres_usage_limits in its acct_policy.c).

#include <functional>
#include <map>
#include <numbers>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "models/scheduler/slurm/account_tree.hpp"
#include "models/scheduler/slurm/held_jobs.hpp"
#include "models/scheduler/slurm/settings.hpp"
#include "sim/scheduling/job_queue.hpp"
#include "sim/workload/origin_table.hpp"

namespace gpuscape::slurm {

class Budgets {
 public:
  /// `partition_of`: the partition of each origin, into the settings'. What counts is the usage at
  /// the last of the dates `first` + whole `settings.period`s, as in Slurm.
  void bind(const Settings& settings, const AccountTree& tree, const OriginTable& origins,
            const std::vector<std::size_t>& partition_of, Seconds first);

  [[nodiscard]] bool any() const { return !budgets_.empty(); }
  /// A budget of the job that is used up, or, where it has to be safe, has too little left for it
  /// beside what running jobs may still use; none: it may start. Each budget is two limits,
  /// numbered in a row: that some is left, and how much.
  [[nodiscard]] std::optional<HeldJobs::By> what_holds(const WaitingJob& job) const;
  [[nodiscard]] double room(std::size_t limit) const;
  void started(const WaitingJob& job, Seconds now);
  void ended(std::uint32_t job, Seconds now);
  /// Time has come to `now`.
  void advance(Seconds now);
  /// Limits that may have more room since the last question, each once.
  std::vector<std::size_t> take_opened() { return opened_.take(); }

  [[nodiscard]] Seconds now() const { return now_; }
  /// When at the earliest a limit may let a job go as time passes, as things are; kForever: never.
  /// `least_need`: the least room that a job needs which the limit holds; none: it holds nobody.
  [[nodiscard]] Seconds next_replenishment(
      const std::function<std::optional<double>(std::size_t limit)>& least_need) const;
  /// When at the earliest a budget is used up under running jobs; kForever: never.
  [[nodiscard]] Seconds next_kill() const;
  /// Running jobs whose budgets are used up, by rising number: they are counted as killed.
  std::vector<std::uint32_t> killed(Seconds now);
  /// How many were killed by which budgets; empty: none.
  [[nodiscard]] std::string note() const;

 private:
  /// Sums of floating-point numbers that should be equal differ by less, of the limit.
  static constexpr double kRounding = 1e-9;

  struct Budget {
    std::string name;        ///< of whom
    double limit = 0.0;      ///< GPU-seconds
    Seconds half_life{0.0};  ///< 0 s: nothing decays
    double used = 0.0;       ///< GPU-seconds, decayed until now_
    double known = 0.0;      ///< as it was at the last date that counts
    double gpus = 0.0;       ///< held now, as all here times the usage factor
    double promised = 0.0;   ///< GPU-seconds that running jobs may still use within their limits
    double within = 0.0;     ///< GPUs of them that are within their limits
    std::int64_t jobs = 0;   ///< that run
    std::int64_t kills = 0;

    [[nodiscard]] bool decays() const { return half_life > Seconds(0.0); }
    /// What usage tends to as jobs go on at a steady rate while it decays.
    [[nodiscard]] double goes_to() const { return gpus * half_life.value() / std::numbers::ln2; }
    [[nodiscard]] double full() const { return limit * (1.0 - kRounding); }
    [[nodiscard]] bool is_spent() const { return known >= full(); }
    /// Until what was used is all of it; kForever: it never is.
    [[nodiscard]] Seconds until_full() const;
    /// Until some of it is left again, if it is used up, or a job that needs so much may fit, as
    /// time alone goes; kForever: it never does.
    [[nodiscard]] Seconds until_room(std::optional<double> needs) const;
    [[nodiscard]] double room() const { return limit * (1.0 + kRounding) - used - promised; }
  };
  struct Running {
    std::uint32_t origin = 0;
    double gpus = 0.0;
    Seconds limit{0.0};  ///< a date; it counts as promised until then
  };
  void add(const Limits& limits, Seconds half_life, const std::string& owner,
           std::vector<std::size_t>& of);
  // The limits of a budget.
  [[nodiscard]] static std::size_t is_left(std::size_t budget) { return 2 * budget; }
  [[nodiscard]] static std::size_t how_much_is_left(std::size_t budget) { return 2 * budget + 1; }
  void use_until(Seconds date);
  void pass_limits(Seconds date);
  [[nodiscard]] Seconds date_of(double periods) const { return first_ + period_ * periods; }
  /// How many periods lie between `first` and the last date that counts, at that time.
  [[nodiscard]] double periods_at(Seconds date) const;
  /// The first date that counts so long after now, and not before the next.
  [[nodiscard]] Seconds look_after(Seconds time) const;

  std::vector<Budget> budgets_;
  std::map<std::string, std::size_t> by_name_;
  std::vector<std::vector<std::size_t>> of_origin_;  // into budgets_
  std::vector<double> factor_of_origin_;
  std::map<std::uint32_t, Running> running_;            // by job
  std::set<std::pair<Seconds, std::uint32_t>> limits_;  // of those within theirs
  bool safe_ = false;
  Seconds period_{0.0};
  Seconds first_{0.0};
  Seconds now_{0.0};
  double periods_ = 0.0;  // until the last date that counts
  OpenedLimits opened_;
};

}  // namespace gpuscape::slurm
