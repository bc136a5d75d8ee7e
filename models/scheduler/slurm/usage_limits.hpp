#pragma once
/// Counts what runs against the limits of accounts, partitions, QOS and their users. What runs in
/// an account counts in all that are above it; limits per user and per job hold as the nearest
/// account sets them (slurm.schedmd.com/resource_limits.html).

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "models/scheduler/slurm/account_tree.hpp"
#include "models/scheduler/slurm/settings.hpp"
#include "sim/scheduling/job_queue.hpp"
#include "sim/workload/origin_table.hpp"

namespace gpuscape::slurm {

class UsageLimits {
 public:
  /// `partition_of`: the partition of each origin, into the settings'.
  void bind(const Settings& settings, const AccountTree& tree, const OriginTable& origins,
            const std::vector<std::size_t>& partition_of);
  /// True when the job would go over one of them.
  [[nodiscard]] bool would_exceed(const WaitingJob& job) const;
  /// A job starts (+1) or ends (−1).
  void count(const WaitingJob& job, int sign);

 private:
  struct Counter {
    std::optional<std::int64_t> most_gpus, most_jobs;
    std::int64_t gpus = 0, jobs = 0;
  };
  /// What runs under one origin, beside others.
  struct OfOrigin {
    std::vector<std::size_t> counters;  ///< into counters_
    std::optional<std::int64_t> most_gpus_per_job;
  };
  void add(const Limits& limits, const std::string& owner, const JobOrigin& origin, OfOrigin& to);
  void add_accounts(const std::vector<const Account*>& lineage, const JobOrigin& origin,
                    OfOrigin& to);
  std::size_t counter(const std::string& name, const Counter& limits);

  std::vector<Counter> counters_;
  std::map<std::string, std::size_t> by_name_;
  std::vector<OfOrigin> of_origin_;
};

}  // namespace gpuscape::slurm
