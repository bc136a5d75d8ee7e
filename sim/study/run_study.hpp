#pragma once
/// A scenario's runs and their statistics: a log once, a generated workload until its means are
/// precise.

#include <functional>
#include <stop_token>

#include "sim/run/run.hpp"
#include "sim/study/study_outcome.hpp"
#include "sim/study/trace_cache.hpp"

namespace gpuscape {

class ReplicationShelf;

/// How far a study is. `share` is of replication 0's submissions; replications are counted when
/// finished.
struct StudyProgress {
  double share = 0.0;
  std::int64_t jobs_ended = 0;
  std::int64_t replications = 0;
};

struct StudyOptions {
  /// Drives replication 0 to its end; false when stopped first. Empty: the native loop. The others
  /// always take the native loop.
  std::function<bool(Run&, const std::stop_token&)> drive_first;
  unsigned threads =
      0;  ///< for replications after 0; 0: one per processor. Never changes a result.
  std::stop_token stop;  ///< what is finished by then is kept, and the result marked partial
  /// Called now and then, from the calling thread.
  std::function<void(const StudyProgress&)> progress;
  /// Called with each replication after 0, in their order, from the calling thread. Empty: they are
  /// dropped.
  std::function<void(std::int64_t, const RunResult&)> keep;
  /// Replications of the same scenario that need not be run again; those that are run are put
  /// there. Null: none. Never changes a result.
  ReplicationShelf* shelf = nullptr;
};

/// Throws ScenarioError or RunError where a trace cannot be read.
StudyOutcome run_study(const CheckedScenario& scenario, TraceCache& traces,
                       const StudyOptions& options);

}  // namespace gpuscape
