#include "models/scheduler/slurm/usage_limits.hpp"

#include <algorithm>

namespace gpuscape::slurm {

std::size_t UsageLimits::counter(const std::string& name, const Counter& limits) {
  const auto [at, added] = by_name_.try_emplace(name, counters_.size());
  if (added) counters_.push_back(limits);
  return at->second;
}

void UsageLimits::add(const Limits& limits, const std::string& owner, const std::string& user,
                      std::vector<std::size_t>& counters) {
  if (limits.gpus || limits.jobs)
    counters.push_back(counter(owner, {.most_gpus = limits.gpus, .most_jobs = limits.jobs}));
  if (limits.gpus_per_user || limits.jobs_per_user)
    counters.push_back(counter(owner + '\n' + user, {.most_gpus = limits.gpus_per_user,
                                                     .most_jobs = limits.jobs_per_user}));
}

void UsageLimits::bind(const Settings& settings, const OriginTable& origins,
                       const std::vector<std::size_t>& partition_of) {
  for (std::uint32_t i = 0; i < origins.size(); ++i) {
    const JobOrigin& origin = origins[i];
    std::vector<std::size_t>& counters = of_origin_.emplace_back();
    const auto account = std::ranges::find(settings.accounts, origin.account, &Account::name);
    if (account != settings.accounts.end())
      add(account->limits, "account\n" + account->name, origin.user, counters);
    const auto qos = std::ranges::find(settings.qualities, origin.qos, &Qos::name);
    if (qos != settings.qualities.end())
      add(qos->limits, "qos\n" + qos->name, origin.user, counters);
    if (settings.partitions.empty()) continue;
    const Partition& partition = settings.partitions[partition_of[i]];
    add(partition.limits, "partition\n" + partition.name, origin.user, counters);
  }
}

bool UsageLimits::would_exceed(const WaitingJob& job) const {
  if (job.origin >= of_origin_.size()) return false;
  return std::ranges::any_of(of_origin_[job.origin], [&](std::size_t index) {
    const Counter& counter = counters_[index];
    return (counter.most_gpus && counter.gpus + job.demand.gpus > *counter.most_gpus) ||
           (counter.most_jobs && counter.jobs + 1 > *counter.most_jobs);
  });
}

void UsageLimits::count(const WaitingJob& job, int sign) {
  if (job.origin >= of_origin_.size()) return;
  for (const std::size_t index : of_origin_[job.origin]) {
    counters_[index].gpus += sign * job.demand.gpus;
    counters_[index].jobs += sign;
  }
}

}  // namespace gpuscape::slurm
