#pragma once
/// Whose jobs are told apart: accounts, users, streams.

#include <string>
#include <string_view>
#include <vector>

#include "sim/run/record/run_result.hpp"

namespace gpuscape {

struct JobGroups {
  std::string_view kind = "stream";  ///< what groups are: "account", "user" or "stream"
  std::vector<std::string> names;
  std::size_t named = 0;               ///< groups that have a name of their own
  std::vector<std::size_t> of_origin;  ///< into names; empty: jobs go by stream

  /// The group of a job, into names.
  [[nodiscard]] std::size_t of(const JobRecords& jobs, std::size_t job) const {
    return of_origin.empty() ? jobs.stream(job) : of_origin[jobs.origin(job)];
  }
};

/// Accounts where the logs name more than one, and users where they name any: an account may gain
/// as a whole while one of its users loses. Streams where there is neither.
std::vector<JobGroups> job_groups(const RunResult& run);

}  // namespace gpuscape
