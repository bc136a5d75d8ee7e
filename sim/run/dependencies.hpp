#pragma once
/// Jobs that wait for the end of others.

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "sim/run/arrivals.hpp"
#include "sim/run/record/run_result.hpp"
#include "sim/workload/job.hpp"
#include "sim/workload/text/dependency.hpp"

namespace gpuscape {

class Dependencies {
 public:
  explicit Dependencies(const JobRecords& records) : records_(records) {}

  enum class Verdict : std::uint8_t {
    free,     ///< it waits for nobody
    waits,    ///< for others that may still end as it needs
    in_vain,  ///< one of the others did not end as it needs
  };
  /// Jobs of a stream are counted in the order in which they are added: dependencies name them so.
  void add(std::uint32_t job, std::uint16_t stream) {
    if (stream >= jobs_of_stream_.size()) jobs_of_stream_.resize(stream + 1U);
    jobs_of_stream_[stream].push_back(job);
  }
  /// What `arrivals.next()`, which was just added as `job`, waits for.
  Verdict enter(std::uint32_t job, const Arrivals& arrivals) {
    return arrivals.next().after.is_none() ? Verdict::free : enter_dependent(job, arrivals);
  }

  [[nodiscard]] bool holds(std::uint32_t job) const {
    return !unmet_.empty() && unmet_.contains(job);
  }

  /// `job` ended or never will: `decide(other, free)` is called for each job that waited for it and
  /// now waits for nobody, or in vain.
  template <class Decide>
  void resolve(std::uint32_t job, const Decide& decide) {
    if (dependents_.empty()) return;
    const auto at = dependents_.find(job);
    if (at == dependents_.end()) return;
    const std::vector<Dependent> dependents = std::move(at->second);
    dependents_.erase(at);
    for (const Dependent& dependent : dependents) {
      const auto unmet = unmet_.find(dependent.job);
      if (unmet == unmet_.end()) continue;  // another one that it waited for has failed
      const bool met = is_met(dependent.how, job);
      if (met && --unmet->second > 0) continue;
      unmet_.erase(unmet);
      decide(dependent.job, met);
    }
  }

 private:
  /// A job that waits for another, and how that one has to end.
  struct Dependent {
    std::uint32_t job;
    DependsOn how;
  };
  Verdict enter_dependent(std::uint32_t job, const Arrivals& arrivals);
  [[nodiscard]] bool is_met(DependsOn how, std::uint32_t on) const;

  const JobRecords& records_;
  std::vector<std::vector<std::uint32_t>> jobs_of_stream_;
  std::map<std::uint32_t, std::vector<Dependent>> dependents_;  // jobs waiting for that one
  std::map<std::uint32_t, std::size_t> unmet_;  // by a job that waits for others: how many of them
};

}  // namespace gpuscape
