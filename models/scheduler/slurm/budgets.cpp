#include "models/scheduler/slurm/budgets.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "sim/base/excerpt.hpp"

namespace gpuscape::slurm {

void Budgets::add(const Limits& limits, Seconds half_life, const std::string& owner,
                  std::vector<std::size_t>& of) {
  if (!limits.gpu_minutes) return;
  const auto [at, added] = by_name_.try_emplace(owner, budgets_.size());
  if (added)
    budgets_.push_back(
        {.name = owner, .limit = 60.0 * *limits.gpu_minutes, .half_life = half_life});
  of.push_back(at->second);
}

void Budgets::bind(const Settings& settings, const AccountTree& tree, const OriginTable& origins,
                   const std::vector<std::size_t>& partition_of, Seconds first) {
  safe_ = settings.safe;
  period_ = settings.period;
  first_ = first;
  periods_ = periods_at(now_);
  for (std::uint32_t i = 0; i < origins.size(); ++i) {
    std::vector<std::size_t>& of = of_origin_.emplace_back();
    factor_of_origin_.push_back(settings.usage_factor(origins[i]));
    const auto add_of = [&](const Limits& limits, const char* kind, const std::string& name) {
      const Seconds half_life = limits.no_decay ? Seconds(0.0) : settings.half_life;
      add(limits, half_life, fmt::format("{} \"{}\"", kind, name), of);
    };
    for (const Account* account : tree.lineage(origins[i].account))
      add_of(account->limits, "account", account->name);
    if (const Qos* qos = settings.qos_of(origins[i])) add_of(qos->limits, "QOS", qos->name);
    if (settings.partitions.empty()) continue;
    const Partition& partition = settings.partitions[partition_of[i]];
    add_of(partition.limits, "partition", partition.name);
  }
}

std::optional<HeldJobs::By> Budgets::what_holds(const WaitingJob& job) const {
  if (job.origin >= of_origin_.size() || !(job.demand.gpu_amount() > 0.0)) return std::nullopt;
  const double needs =
      factor_of_origin_[job.origin] * job.demand.gpu_amount() * job.expected_run_time.value();
  for (const std::size_t index : of_origin_[job.origin]) {
    const Budget& budget = budgets_[index];
    if (budget.is_spent()) return HeldJobs::By{.limit = is_left(index)};
    if (!safe_ || !(needs > budget.room())) continue;
    if (needs > budget.limit * (1.0 + kRounding)) return HeldJobs::By{};
    return HeldJobs::By{.limit = how_much_is_left(index), .needs = needs};
  }
  return std::nullopt;
}

double Budgets::room(std::size_t limit) const {
  const Budget& budget = budgets_[limit / 2];
  if (limit != is_left(limit / 2)) return budget.room();
  return budget.is_spent() ? -1.0 : 0.0;
}

void Budgets::started(const WaitingJob& job, Seconds now) {
  if (budgets_.empty() || job.origin >= of_origin_.size()) return;
  if (!(job.demand.gpu_amount() > 0.0)) return;
  advance(now);
  const double gpus = factor_of_origin_[job.origin] * job.demand.gpu_amount();
  const Seconds limit = now + job.expected_run_time;
  running_[job.job] = {job.origin, gpus, limit};
  limits_.insert({limit, job.job});
  for (const std::size_t index : of_origin_[job.origin]) {
    Budget& budget = budgets_[index];
    ++budget.jobs;
    budget.gpus += gpus;
    budget.within += gpus;
    budget.promised += gpus * job.expected_run_time.value();
  }
}

void Budgets::ended(std::uint32_t job, Seconds now) {
  const auto at = running_.find(job);
  if (at == running_.end()) return;
  advance(now);
  const Running& running = at->second;
  const bool within = limits_.erase({running.limit, job}) > 0;
  for (const std::size_t index : of_origin_[running.origin]) {
    Budget& budget = budgets_[index];
    budget.gpus -= running.gpus;
    if (within) {
      budget.within -= running.gpus;
      budget.promised -= running.gpus * (running.limit - now_).value();
    }
    if (safe_) opened_.add(how_much_is_left(index));
    if (--budget.jobs == 0) budget.gpus = budget.within = budget.promised = 0.0;
  }
  running_.erase(at);
}

double Budgets::periods_at(Seconds date) const {
  const double periods = std::floor((date - first_) / period_);
  return date < date_of(periods + 1.0) ? periods : periods + 1.0;
}

Seconds Budgets::look_after(Seconds time) const {
  return date_of(std::max(periods_ + 1.0, std::ceil((now_ + time - first_) / period_)));
}

void Budgets::use_until(Seconds date) {
  pass_limits(date);
  const Seconds span = date - now_;
  now_ = date;
  if (!(span > Seconds(0.0))) return;
  for (Budget& budget : budgets_) {
    budget.promised -= budget.within * span.value();
    if (budget.decays()) {
      const double kept = std::exp2(-(span / budget.half_life));
      budget.used = budget.used * kept + budget.goes_to() * (1.0 - kept);
    } else {
      budget.used += budget.gpus * span.value();
    }
  }
}

/// Jobs that run on behind their limits have used what was promised to them.
void Budgets::pass_limits(Seconds date) {
  while (!limits_.empty() && !(limits_.begin()->first > date)) {
    const auto [limit, job] = *limits_.begin();
    limits_.erase(limits_.begin());
    const Running& running = running_.at(job);
    for (const std::size_t index : of_origin_[running.origin]) {
      budgets_[index].within -= running.gpus;
      budgets_[index].promised -= running.gpus * (limit - now_).value();
    }
  }
}

void Budgets::advance(Seconds now) {
  if (budgets_.empty() || now < now_) return;
  if (const double periods = periods_at(now); periods > periods_) {
    periods_ = periods;
    use_until(std::max(now_, date_of(periods)));
    for (std::size_t i = 0; i < budgets_.size(); ++i) {
      const bool was_spent = budgets_[i].is_spent();
      budgets_[i].known = budgets_[i].used;
      if (was_spent && !budgets_[i].is_spent()) opened_.add(is_left(i));
      if (safe_) opened_.add(how_much_is_left(i));
    }
  }
  use_until(now);
}

Seconds Budgets::Budget::until_full() const {
  if (used >= full()) return Seconds(0.0);
  if (!decays()) return gpus > 0.0 ? Seconds((full() - used) / gpus) : kForever;
  if (!(goes_to() > full())) return kForever;
  return half_life * std::log2((goes_to() - used) / (goes_to() - full()));
}

Seconds Budgets::Budget::until_room(std::optional<double> needs) const {
  if (!decays()) return kForever;
  Seconds time = kForever;
  if (is_spent() && goes_to() < limit)
    time = half_life * std::max(0.0, std::log2((used - goes_to()) / (limit - goes_to())));
  if (!needs || !(used > 0.0)) return time;
  // While jobs run, what they use comes out of what they were promised.
  if (jobs > 0) return Seconds(0.0);
  const double leaves = limit * (1.0 + kRounding) - *needs;
  return std::min(time, half_life * std::max(0.0, std::log2(used / leaves)));
}

Seconds Budgets::next_replenishment(
    const std::function<std::optional<double>(std::size_t limit)>& least_need) const {
  Seconds next = kForever;
  for (std::size_t i = 0; i < budgets_.size(); ++i) {
    const Seconds time = budgets_[i].until_room(least_need(how_much_is_left(i)));
    if (time < kForever) next = std::min(next, look_after(time));
  }
  return next;
}

Seconds Budgets::next_kill() const {
  Seconds next = kForever;
  if (safe_) return next;
  for (const Budget& budget : budgets_) {
    if (budget.jobs == 0) continue;
    if (budget.is_spent()) return now_;
    if (const Seconds time = budget.until_full(); time < kForever)
      next = std::min(next, look_after(time));
  }
  return next;
}

std::vector<std::uint32_t> Budgets::killed(Seconds now) {
  advance(now);
  std::vector<std::uint32_t> jobs;
  for (const auto& [job, running] : running_) {
    const std::vector<std::size_t>& of = of_origin_[running.origin];
    const auto spent =
        std::ranges::find_if(of, [&](std::size_t index) { return budgets_[index].is_spent(); });
    if (spent == of.end()) continue;
    ++budgets_[*spent].kills;
    jobs.push_back(job);
  }
  return jobs;
}

std::string Budgets::note() const {
  constexpr std::size_t kMostNamed = 5;
  std::int64_t sum = 0;
  std::vector<std::string> named;
  for (const Budget& budget : budgets_) {
    sum += budget.kills;
    if (budget.kills > 0 && named.size() <= kMostNamed)
      named.push_back(named.size() == kMostNamed
                          ? "…"
                          : fmt::format("{} by that of {}", budget.kills, excerpt(budget.name)));
  }
  if (sum == 0) return {};
  return fmt::format("killed as budgets of GPU-minutes were used up: {} job{}, {}", sum,
                     sum == 1 ? "" : "s", fmt::join(named, ", "));
}

}  // namespace gpuscape::slurm
