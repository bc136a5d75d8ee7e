#include "models/scheduler/slurm/usage_limits.hpp"

#include <algorithm>

namespace gpuscape::slurm {

namespace {

constexpr double kMilli = 1000.0;

/// What `to` lacks, each amount by itself.
void fill_in(AtOnce& to, const AtOnce& from) {
  if (!to.gpus) to.gpus = from.gpus;
  if (!to.cores) to.cores = from.cores;
  if (!to.jobs) to.jobs = from.jobs;
}

}  // namespace

void UsageLimits::add(const AtOnce& most, const std::string& owner, OfOrigin& to) {
  const auto add_one = [&](What what, std::optional<std::int64_t> number, double unit) {
    if (!number) return;
    const auto [at, added] = by_name_.try_emplace({owner, what}, limits_.size());
    if (added) limits_.push_back({.what = what, .most = unit * static_cast<double>(*number)});
    to.limits.push_back(at->second);
  };
  add_one(What::gpus, most.gpus, 1.0);
  add_one(What::cores, most.cores, kMilli);
  add_one(What::jobs, most.jobs, 1.0);
}

void UsageLimits::add_all(const Limits& limits, const std::string& owner, const JobOrigin& origin,
                          OfOrigin& to) {
  add(limits.all, owner, to);
  add(limits.per_user, owner + '\n' + origin.user, to);
  add(limits.per_account, owner + "\naccount\n" + origin.account, to);
}

void UsageLimits::add_accounts(const std::vector<const Account*>& lineage, const JobOrigin& origin,
                               OfOrigin& to) {
  AtOnce per_user;
  for (const Account* account : lineage) {
    add(account->limits.all, "account\n" + account->name, to);
    fill_in(per_user, account->limits.per_user);
    fill_in(to.per_job, account->limits.per_job);
  }
  add(per_user, "account\n" + origin.account + '\n' + origin.user, to);
}

void UsageLimits::bind(const Settings& settings, const AccountTree& tree,
                       const OriginTable& origins, const std::vector<std::size_t>& partition_of) {
  for (std::uint32_t i = 0; i < origins.size(); ++i) {
    const JobOrigin& origin = origins[i];
    OfOrigin& of = of_origin_.emplace_back();
    const auto comes_first = [&](AtOnce per_job) {
      fill_in(per_job, of.per_job);
      of.per_job = per_job;
    };
    add_accounts(tree.lineage(origin.account), origin, of);
    if (const Qos* qos = settings.qos_of(origin)) {
      add_all(qos->limits, "qos\n" + qos->name, origin, of);
      comes_first(qos->limits.per_job);
    }
    if (settings.partitions.empty()) continue;
    const Partition& partition = settings.partitions[partition_of[i]];
    add_all(partition.limits, "partition\n" + partition.name, origin, of);
    comes_first(partition.limits.per_job);
  }
}

double UsageLimits::amount(const WaitingJob& job, What what) {
  if (what == What::jobs) return 1.0;
  return static_cast<double>(what == What::gpus ? job.demand.gpus : job.demand.milli_cores);
}

bool UsageLimits::is_too_large(const WaitingJob& job, const AtOnce& per_job) {
  return (per_job.gpus && job.demand.gpus > *per_job.gpus) ||
         (per_job.cores && amount(job, What::cores) > kMilli * static_cast<double>(*per_job.cores));
}

std::optional<HeldJobs::By> UsageLimits::what_holds(const WaitingJob& job) const {
  if (job.origin >= of_origin_.size()) return std::nullopt;
  const OfOrigin& of = of_origin_[job.origin];
  if (is_too_large(job, of.per_job)) return HeldJobs::By{};
  for (const std::size_t index : of.limits)
    if (const double needs = amount(job, limits_[index].what); needs > room(index))
      return HeldJobs::By{.limit = index, .needs = needs};
  return std::nullopt;
}

void UsageLimits::count(const WaitingJob& job, double sign) {
  if (job.origin >= of_origin_.size()) return;
  for (const std::size_t index : of_origin_[job.origin].limits) {
    limits_[index].held += sign * amount(job, limits_[index].what);
    if (sign < 0.0) opened_.add(index);
  }
}

}  // namespace gpuscape::slurm
