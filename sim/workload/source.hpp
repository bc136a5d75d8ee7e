#pragma once
/// Where jobs come from: a log, a generator, several of them merged.

#include <cstddef>
#include <optional>
#include <vector>

#include "sim/workload/job.hpp"

namespace gpuscape {

/// Yields jobs by rising (submit date, id). Pulled one at a time by the run, which tells it when
/// they end.
class WorkloadSource {
 public:
  virtual ~WorkloadSource() = default;
  /// Writes the next job and returns true, or returns false when there are no more.
  virtual bool next(Job& job) = 0;
  /// A job that this source yielded has ended at `date`: the job that this brings, to be submitted
  /// at its submit date, which is not earlier; none where nothing follows.
  virtual std::optional<Job> job_ended(const Job& /*job*/, Seconds /*date*/) {
    return std::nullopt;
  }
  /// The jobs that a job waits for beside Job::after, where it waits for several; `place` counts
  /// the jobs of its stream from 0 in order of submission.
  [[nodiscard]] virtual std::vector<Dependency> further_dependencies(
      const Job& /*job*/, std::uint32_t /*place*/) const {
    return {};
  }
  /// How many more jobs will come, where that is known; 0 when not.
  [[nodiscard]] virtual std::size_t expected_jobs() const { return 0; }
};

}  // namespace gpuscape
