#pragma once
/// The runs of one design, as many as a decision takes.

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "sim/base/parallel.hpp"
#include "sim/model/check/check.hpp"
#include "sim/scenario/axis_spec.hpp"
#include "sim/study/replication_window.hpp"
#include "sim/study/trace_cache.hpp"

namespace gpuscape {

/// How many replications a scenario gets at most; 1 for a log.
std::size_t most_replications(const ScenarioSpec& spec);

/// What is kept of the replications of a design; NaN where one has no such jobs.
struct Sample {
  std::optional<WarmUp> warm_up = {};  ///< once so many were run that it is the study's own
  std::size_t count = 0;
  std::vector<std::vector<double>> objectives = {};  ///< by objective asked for, by replication
  std::vector<double> load = {};     ///< offered and the network's, where jobs wait; else 0
  std::vector<double> decides = {};  ///< NaN where it is known without a run
  /// Replications that were run out of their order, beside the `count` first: their numbers and
  /// values.
  std::vector<std::size_t> tail = {};
  std::vector<std::vector<double>> tail_objectives = {};
  std::vector<double> tail_load = {}, tail_decides = {};
  std::int64_t never_fit = 0;  ///< of replication 0
  std::int64_t started = 0;
};

/// All replications of a sample as if they had been run in their order.
Sample with_tail(const Sample& sample);

/// Replications of a scenario with the same jobs and random numbers as those of a study of it. The
/// scenario, the traces and the threads must outlive it. Idle threads run replications side by
/// side, beyond those asked for where some would have nothing to do; what is not asked for in the
/// end leaves no trace.
class Trial {
 public:
  Trial(const CheckedScenario& design, const FindSpec& find, TraceCache& traces,
        SharedThreads& threads, std::stop_token stop);

  /// Runs replications until there are so many. The warm-up is found over those that are there, at
  /// most over the first five, as a study finds it. A sample that ended before its fifth is begun
  /// anew. Returns how many were run. Throws Interrupted once a stop was asked for.
  std::int64_t extend(Sample& sample, std::size_t count);
  /// Runs the first of those replications, out of its order, and as many of the others ahead as
  /// threads are idle; statistics begin after the sample's warm-up, or after this one where it has
  /// none yet.
  void extend_tail(Sample& sample, std::span<const std::size_t> replications,
                   const WarmUp& otherwise);

 private:
  struct Values {
    std::vector<double> objectives = {};
    double load = 0.0;
    double decides = 0.0;
    std::int64_t never_fit = 0, started = 0;
  };
  [[nodiscard]] RunResult run(std::size_t replication) const;
  std::size_t side_by_side(std::size_t wanted, std::size_t most,
                           const std::function<void(std::size_t)>& run_one);
  [[nodiscard]] Values values_of(const RunResult& run, const WarmUp& warm_up) const;
  static void add(Sample& sample, const Values& values);
  std::int64_t extend_early(Sample& sample, std::size_t count);

  const CheckedScenario& design_;
  SharedThreads& threads_;
  std::stop_token stop_;
  std::vector<std::size_t> asked_;  // of the scenario's objectives
  std::string by_;
  bool needs_metrics_ = false;
  bool has_gaps_ = false;  // parts of the cost have no price
  RunInputs inputs_;
  ReplicationWindow windows_;
  std::size_t most_;                          // replications
  std::vector<RunResult> early_;              // while the warm-up can change
  std::size_t early_asked_ = 0;               // for so many of them
  std::deque<Values> ahead_;                  // of the replications after those of the sample
  std::map<std::size_t, Values> tail_ahead_;  // by replication
};

}  // namespace gpuscape
