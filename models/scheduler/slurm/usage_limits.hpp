#pragma once
/// Counts what runs against the limits of accounts, partitions, QOS and their users. What runs in
/// an account counts in all that are above it; limits per user and per job hold as the nearest
/// account sets them (slurm.schedmd.com/resource_limits.html).

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "models/scheduler/slurm/account_tree.hpp"
#include "models/scheduler/slurm/held_jobs.hpp"
#include "models/scheduler/slurm/settings.hpp"
#include "sim/scheduling/job_queue.hpp"
#include "sim/workload/origin_table.hpp"

namespace gpuscape::slurm {

class UsageLimits {
 public:
  /// `partition_of`: the partition of each origin, into the settings'.
  void bind(const Settings& settings, const AccountTree& tree, const OriginTable& origins,
            const std::vector<std::size_t>& partition_of);
  /// Limits are numbered below this.
  [[nodiscard]] std::size_t size() const { return limits_.size(); }
  /// One that the job would go over; none: it may start.
  [[nodiscard]] std::optional<HeldJobs::By> what_holds(const WaitingJob& job) const;
  [[nodiscard]] double room(std::size_t limit) const {
    return limits_[limit].most - limits_[limit].held;
  }
  void started(const WaitingJob& job) { count(job, 1.0); }
  void ended(const WaitingJob& job) { count(job, -1.0); }
  /// Those that may have more room since the last question, each once.
  std::vector<std::size_t> take_opened() { return opened_.take(); }

 private:
  enum class What : std::uint8_t { gpus, cores, jobs };
  struct Limit {
    What what;
    double most = 0.0;  ///< GPUs, thousandths of cores, or jobs
    double held = 0.0;
  };
  /// What bounds the jobs of one origin, beside others.
  struct OfOrigin {
    std::vector<std::size_t> limits;  ///< into limits_
    AtOnce per_job;
  };
  [[nodiscard]] static double amount(const WaitingJob& job, What what);
  [[nodiscard]] static bool is_too_large(const WaitingJob& job, const AtOnce& per_job);
  void add(const AtOnce& most, const std::string& owner, OfOrigin& to);
  void add_all(const Limits& limits, const std::string& owner, const JobOrigin& origin,
               OfOrigin& to);
  void add_accounts(const std::vector<const Account*>& lineage, const JobOrigin& origin,
                    OfOrigin& to);

  void count(const WaitingJob& job, double sign);

  std::vector<Limit> limits_;
  OpenedLimits opened_;
  std::map<std::pair<std::string, What>, std::size_t> by_name_;
  std::vector<OfOrigin> of_origin_;
};

}  // namespace gpuscape::slurm
