#include "models/scheduler/slurm/usage_limits.hpp"

#include <algorithm>

namespace gpuscape::slurm {

std::size_t UsageLimits::counter(const std::string& name, const Counter& limits) {
  const auto [at, added] = by_name_.try_emplace(name, counters_.size());
  if (added) counters_.push_back(limits);
  return at->second;
}

void UsageLimits::add(const Limits& limits, const std::string& owner, const JobOrigin& origin,
                      OfOrigin& to) {
  const auto count = [&](const std::string& name, std::optional<std::int64_t> gpus,
                         std::optional<std::int64_t> jobs) {
    if (gpus || jobs) to.counters.push_back(counter(name, {.most_gpus = gpus, .most_jobs = jobs}));
  };
  count(owner, limits.gpus, limits.jobs);
  count(owner + '\n' + origin.user, limits.gpus_per_user, limits.jobs_per_user);
  count(owner + "\naccount\n" + origin.account, limits.gpus_per_account, limits.jobs_per_account);
}

void UsageLimits::add_accounts(const std::vector<const Account*>& lineage, const JobOrigin& origin,
                               OfOrigin& to) {
  Limits nearest;
  for (const Account* account : lineage) {
    const Limits& limits = account->limits;
    Limits of_all;
    of_all.gpus = limits.gpus;
    of_all.jobs = limits.jobs;
    add(of_all, "account\n" + account->name, origin, to);
    if (!nearest.gpus_per_user) nearest.gpus_per_user = limits.gpus_per_user;
    if (!nearest.jobs_per_user) nearest.jobs_per_user = limits.jobs_per_user;
    if (!to.most_gpus_per_job) to.most_gpus_per_job = limits.gpus_per_job;
  }
  add(nearest, "account\n" + origin.account, origin, to);
}

void UsageLimits::bind(const Settings& settings, const AccountTree& tree,
                       const OriginTable& origins, const std::vector<std::size_t>& partition_of) {
  for (std::uint32_t i = 0; i < origins.size(); ++i) {
    const JobOrigin& origin = origins[i];
    OfOrigin& of = of_origin_.emplace_back();
    add_accounts(tree.lineage(origin.account), origin, of);
    const auto qos = std::ranges::find(settings.qualities, origin.qos, &Qos::name);
    if (qos != settings.qualities.end()) {
      add(qos->limits, "qos\n" + qos->name, origin, of);
      if (qos->limits.gpus_per_job) of.most_gpus_per_job = qos->limits.gpus_per_job;
    }
    if (settings.partitions.empty()) continue;
    const Partition& partition = settings.partitions[partition_of[i]];
    add(partition.limits, "partition\n" + partition.name, origin, of);
    if (partition.limits.gpus_per_job) of.most_gpus_per_job = partition.limits.gpus_per_job;
  }
}

bool UsageLimits::would_exceed(const WaitingJob& job) const {
  if (job.origin >= of_origin_.size()) return false;
  const OfOrigin& of = of_origin_[job.origin];
  if (of.most_gpus_per_job && job.demand.gpus > *of.most_gpus_per_job) return true;
  return std::ranges::any_of(of.counters, [&](std::size_t index) {
    const Counter& counter = counters_[index];
    return (counter.most_gpus && counter.gpus + job.demand.gpus > *counter.most_gpus) ||
           (counter.most_jobs && counter.jobs + 1 > *counter.most_jobs);
  });
}

void UsageLimits::count(const WaitingJob& job, int sign) {
  if (job.origin >= of_origin_.size()) return;
  for (const std::size_t index : of_origin_[job.origin].counters) {
    counters_[index].gpus += std::int64_t{sign} * job.demand.gpus;
    counters_[index].jobs += sign;
  }
}

}  // namespace gpuscape::slurm
