#pragma once
/// Where jobs come from: a log, a generator, several of them merged.

#include <cstddef>

#include "sim/workload/job.hpp"

namespace gpuscape {

/// Yields jobs by rising (submit date, id). Pulled one at a time by the run.
class WorkloadSource {
 public:
  virtual ~WorkloadSource() = default;
  /// Writes the next job and returns true, or returns false when there are no more.
  virtual bool next(Job& job) = 0;
  /// How many more jobs will come, where that is known; 0 when not.
  [[nodiscard]] virtual std::size_t expected_jobs() const { return 0; }
};

}  // namespace gpuscape
