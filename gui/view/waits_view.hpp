#pragma once
/// Why people wait: by reason over the whole run, by group, and at a date.

#include <cstdint>
#include <string>
#include <vector>

#include "sim/study/study_outcome.hpp"

namespace gpuscape::gui {

struct WaitShare {
  WaitReason reason = WaitReason::order;
  std::string label = {};  ///< "GPUs short"
  Seconds waited{0.0};     ///< by all jobs together; of waits_at: 0
  std::int64_t jobs = 0;   ///< whose main reason it is; of waits_view only of replication 0
  double share = 0.0;      ///< of the time, or of the jobs
  std::string text = {};   ///< "71 %"
};

struct WaitGroup {
  std::string name = {};  ///< the user's, account's or partition's; empty: not known
  Seconds waited{0.0};
  std::vector<WaitShare> shares = {};
};

struct WaitsView {
  Seconds waited{0.0};                 ///< by all jobs, the mean over replications
  std::vector<WaitShare> shares = {};  ///< the largest first; none where no job waited
  std::string text = {};               ///< "71 % GPUs short · 29 % queue order"
  std::string grouped_by = {};         ///< "account", "user", "partition"; empty: nobody is known
  std::vector<WaitGroup> groups = {};  ///< of replication 0, those that waited longest first
};
WaitsView waits_view(const StudyOutcome& outcome);

/// A job that waits at a date.
struct WaitingJob {
  std::uint32_t job = 0;
  Seconds waited{0.0};    ///< so far
  std::string text = {};  ///< "job 8123 · ann · 8 GPUs · waits for 2 h 10 min"
};
struct WaitsAt {
  Seconds date{0.0};
  std::int64_t jobs = 0;     ///< that wait, of replication 0
  std::int64_t unknown = 0;  ///< of them: never started, so that no reason is recorded
  /// By the reason that held each of the others longest over its whole wait, most jobs first.
  std::vector<WaitShare> shares = {};
  std::vector<WaitingJob> heads = {};  ///< those that have waited longest, at most `most_heads`
};
WaitsAt waits_at(const RunResult& run, Seconds date, std::size_t most_heads = 10);

}  // namespace gpuscape::gui
