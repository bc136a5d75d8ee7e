#pragma once
/// Budgets of GPU-minutes (Slurm's GrpTRESMins=gres/gpu) of accounts, QOS and partitions, used up
/// by the jobs of each and of all accounts below. What was used decays by half every half-life.
/// Slurm 22.05.8 starts a job where 599 of 600 GPU-seconds are used and holds it where all are.

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/scheduler/slurm/account_tree.hpp"
#include "models/scheduler/slurm/settings.hpp"
#include "sim/workload/origin_table.hpp"

namespace gpuscape::slurm {

class Budgets {
 public:
  /// `partition_of`: the partition of each origin, into the settings'. What counts is the usage at
  /// the last of the dates `first` + whole `settings.period`s, as in Slurm.
  void bind(const Settings& settings, const AccountTree& tree, const OriginTable& origins,
            const std::vector<std::size_t>& partition_of, Seconds first);

  [[nodiscard]] bool any() const { return !budgets_.empty(); }
  /// True where jobs of that origin have no budget left.
  [[nodiscard]] bool holds(std::uint32_t origin) const;
  /// Jobs of that origin hold so many GPUs more from now on, their usage factor included.
  void change(std::uint32_t origin, double gpus, Seconds now);
  /// Time has come to `now`.
  void advance(Seconds now);
  /// True where a budget that was used up has some left since the last question.
  [[nodiscard]] bool has_replenished() { return std::exchange(replenished_, false); }

  [[nodiscard]] Seconds now() const { return now_; }
  /// When at the earliest a budget that is used up has some left, as things are; kForever: never.
  [[nodiscard]] Seconds next_replenishment() const;

 private:
  struct Budget {
    double limit = 0.0;  ///< GPU-seconds
    double used = 0.0;   ///< GPU-seconds, decayed until now_
    double known = 0.0;  ///< as it was at the last date that counts
    double gpus = 0.0;   ///< held now
    [[nodiscard]] bool is_spent() const { return known >= limit; }
  };
  void add(const Limits& limits, const std::string& owner, std::vector<std::size_t>& of);
  void use_until(Seconds date);
  [[nodiscard]] Seconds date_of(double periods) const { return first_ + period_ * periods; }
  /// How many periods lie between `first` and the last date that counts, at that time.
  [[nodiscard]] double periods_at(Seconds date) const;

  std::vector<Budget> budgets_;
  std::map<std::string, std::size_t> by_name_;
  std::vector<std::vector<std::size_t>> of_origin_;  // into budgets_
  Seconds half_life_{0.0};                           // 0 s: nothing decays
  Seconds period_{0.0};
  Seconds first_{0.0};
  Seconds now_{0.0};
  double periods_ = 0.0;  // until the last date that counts
  bool replenished_ = false;
};

}  // namespace gpuscape::slurm
