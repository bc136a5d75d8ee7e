#include "models/scheduler/slurm/budgets.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace gpuscape::slurm {

void Budgets::add(const Limits& limits, const std::string& owner, std::vector<std::size_t>& of) {
  if (!limits.gpu_minutes) return;
  const auto [at, added] = by_name_.try_emplace(owner, budgets_.size());
  if (added) budgets_.push_back({.limit = 60.0 * *limits.gpu_minutes});
  of.push_back(at->second);
}

void Budgets::bind(const Settings& settings, const AccountTree& tree, const OriginTable& origins,
                   const std::vector<std::size_t>& partition_of, Seconds first) {
  half_life_ = settings.half_life;
  period_ = settings.period;
  first_ = first;
  periods_ = periods_at(now_);
  for (std::uint32_t i = 0; i < origins.size(); ++i) {
    std::vector<std::size_t>& of = of_origin_.emplace_back();
    for (const Account* account : tree.lineage(origins[i].account))
      add(account->limits, "account\n" + account->name, of);
    const auto qos = std::ranges::find(settings.qualities, origins[i].qos, &Qos::name);
    if (qos != settings.qualities.end()) add(qos->limits, "qos\n" + qos->name, of);
    if (settings.partitions.empty()) continue;
    const Partition& partition = settings.partitions[partition_of[i]];
    add(partition.limits, "partition\n" + partition.name, of);
  }
}

bool Budgets::holds(std::uint32_t origin) const {
  return origin < of_origin_.size() &&
         std::ranges::any_of(
             of_origin_[origin], [&](std::size_t index) { return budgets_[index].is_spent(); });
}

void Budgets::change(std::uint32_t origin, double gpus, Seconds now) {
  if (budgets_.empty()) return;
  advance(now);
  if (origin >= of_origin_.size()) return;
  for (const std::size_t index : of_origin_[origin]) budgets_[index].gpus += gpus;
}

double Budgets::periods_at(Seconds date) const {
  const double periods = std::floor((date - first_) / period_);
  return date < date_of(periods + 1.0) ? periods : periods + 1.0;
}

/// What is held at a steady rate while it decays goes towards rate × half-life ÷ ln 2.
void Budgets::use_until(Seconds date) {
  const double span = (date - now_).value();
  now_ = date;
  if (!(span > 0.0)) return;
  const bool decays = half_life_ > Seconds(0.0);
  const double kept = decays ? std::exp2(-span / half_life_.value()) : 1.0;
  const double counted = decays ? half_life_.value() / std::numbers::ln2 * (1.0 - kept) : span;
  for (Budget& budget : budgets_) budget.used = budget.used * kept + budget.gpus * counted;
}

void Budgets::advance(Seconds now) {
  if (budgets_.empty() || now < now_) return;
  if (const double periods = periods_at(now); periods > periods_) {
    periods_ = periods;
    use_until(std::max(now_, date_of(periods)));
    for (Budget& budget : budgets_) {
      const bool was_spent = budget.is_spent();
      budget.known = budget.used;
      replenished_ |= was_spent && !budget.is_spent();
    }
  }
  use_until(now);
}

Seconds Budgets::next_replenishment() const {
  Seconds next = kForever;
  for (const Budget& budget : budgets_) {
    if (!budget.is_spent() || !(half_life_ > Seconds(0.0))) continue;
    const double goes_to = budget.gpus * half_life_.value() / std::numbers::ln2;
    if (goes_to >= budget.limit) continue;
    const double halves =
        std::max(0.0, std::log2((budget.used - goes_to) / (budget.limit - goes_to)));
    const Seconds date = now_ + half_life_ * halves;
    const double periods = std::max(periods_ + 1.0, std::ceil((date - first_) / period_));
    next = std::min(next, date_of(periods));
  }
  return next;
}

}  // namespace gpuscape::slurm
