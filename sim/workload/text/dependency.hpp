#pragma once
/// Which jobs must have ended before a job may start, and how.

#include <cstdint>
#include <string_view>
#include <vector>

#include "sim/base/id.hpp"

namespace gpuscape {

enum class DependsOn : std::uint8_t {
  success,            ///< `afterok`: it must complete
  end,                ///< `afterany`: it must end, however it does
  success_of_failed,  ///< it must complete, and the log says that it did not: never met
};

/// A job of a stream or of a table, counted from 0 in order of submission.
using StreamJobId = Id<struct StreamJobTag>;

/// On a job of the same stream.
struct Dependency {
  StreamJobId on;
  DependsOn how = DependsOn::success;
  friend bool operator==(const Dependency&, const Dependency&) = default;
};

/// On a job by its number in the log.
struct NamedDependency {
  std::int64_t id = 0;
  DependsOn how = DependsOn::success;
  friend bool operator==(const NamedDependency&, const NamedDependency&) = default;
};

/// A list of jobs that must all have ended: "2", "2,3", "afterok:2:3,afterany:4". Tasks of an array
/// ("12_3") and parts of a job ("12+1") are numbered as slurm_job_number does.
struct DependencyText {
  std::vector<NamedDependency> jobs;
  bool others = false;  ///< names something else: afternotok, singleton, an alternative (`?`), …
  bool broken = false;  ///< a part of it is not a dependency
};
DependencyText dependency_text(std::string_view text);

}  // namespace gpuscape
