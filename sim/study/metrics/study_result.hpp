#pragma once
/// Many runs of one variant as one answer: values, each with its interval and the method that made
/// it.

#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "sim/cost/usage.hpp"
#include "sim/cost/varied_cost.hpp"
#include "sim/run/record/run_result.hpp"
#include "sim/scenario/spec.hpp"
#include "sim/study/metrics/per_metric.hpp"

namespace gpuscape {

struct Bill;

/// A value with its sampling error. NaN where there is nothing to take it from.
struct Estimate {
  double value = 0.0;
  std::optional<double> low;
  std::optional<double> high;
  std::string method;  ///< "bootstrap-t over 9 weeks", "t over 12 replications", or why there is no
                       ///< interval
};

/// Statistics of one run, over the jobs after warm-up; times in seconds, NaN where no job has one.
using RunMetrics = PerMetric<double>;

/// The 7-day window by submit date with the longest p95 wait; over several replications the mean
/// of each one's worst, and mean counts.
struct WorstWeek {
  std::int64_t week = 0;  ///< 1-based; 0 over several replications, each of which has its own
  double weeks = 0.0;     ///< with jobs
  double queue_wait_p95 = 0.0;
  double weeks_without_wait_at_p95 = 0.0;
};

/// An objective, and whether a study meets it.
struct SloVerdict : SloSpec {
  Estimate value;  ///< of its quantile or metric: s, or a number
  bool met = false;
  /// Its interval lies on one side of the limit; so does a value without one.
  [[nodiscard]] bool is_certain() const {
    if (!value.low || !value.high) return true;
    return at_least ? (*value.low >= limit) == (*value.high >= limit)
                    : (*value.low <= limit) == (*value.high <= limit);
  }
  /// How far it is inside the limit; below 0 where it is missed.
  [[nodiscard]] double margin() const {
    return at_least ? value.value - limit : limit - value.value;
  }
};

/// The jobs of one partition or account, as their log and the replay have them; times in seconds.
struct LoggedGroup {
  std::string name;  ///< empty: the log does not say
  std::int64_t jobs = 0;
  double gpu_seconds = 0;
  double logged_p50 = 0, logged_p95 = 0;      ///< of the queue wait
  double replayed_p50 = 0, replayed_p95 = 0;  ///< NaN where none of them started
};

/// What a log says of its own jobs' waits; times in seconds.
struct AsLogged {
  std::int64_t jobs = 0;  ///< whose start the log says
  double queue_wait_mean = 0, queue_wait_p50 = 0, queue_wait_p95 = 0;
  double completion_mean = 0;
  double gpus_allocated_share = 0;  ///< of the cluster, over the time of all averages; NaN where
                                    ///< not every job is known and fits
  std::int64_t compared = 0;        ///< that also started in the replay
  double close_within = 0;  ///< s: half of the median logged wait, at least 3 s, at most 5 min
  double close_share = 0;   ///< of those compared: waits differ by at most that, or by 20 % of the
                            ///< logged wait
  double strict_share = 0;  ///< of those compared: waits differ by at most 3 s
  std::string groups_are =
      {};  ///< "partition", or "account" where no log says that; empty: neither
  std::vector<LoggedGroup> groups = {};  ///< by falling GPU time
};

/// What other draws of the hashed paths make of the same log.
struct PathSpread {
  struct Range {
    double mean = 0.0, least = 0.0, most = 0.0;
  };
  std::int64_t draws = 0;  ///< that of the replay itself among them
  Range job_slowdown_mean, job_slowdown_p50, job_slowdown_p95, job_slowed_share;
  Range queue_wait_mean;  ///< s
};

struct StudyResult {
  ScenarioSpec scenario;
  RunResult first;                             ///< replication 0, in full
  std::shared_ptr<const Bill> bill = nullptr;  ///< what the design is made of; null: not known
  RunMetrics metrics;                          ///< of replication 0
  std::int64_t jobs = 0;        ///< submitted in replication 0, what was carried over aside
  Seconds span{0.0};            ///< of its submissions
  std::int64_t unfinished = 0;  ///< over all replications, as is never_fit
  std::int64_t never_fit = 0;
  std::int64_t started = 0;            ///< over all replications
  std::int64_t timed_out = 0;          ///< killed at their limit, over all replications
  std::int64_t over_budget = 0;        ///< killed as budgets were used up, over all
  std::int64_t dependency_failed = 0;  ///< the job they depend on did not complete, over all
  std::int64_t failed = 0;             ///< failures stopped them too often, over all
  bool synthetic = false;              ///< has a generated or closed stream
  std::int64_t replications = 1;
  bool precision_reached = true;  ///< false: stopped at the most replications allowed
  Seconds warm_up{0.0};           ///< removed from the start of every replication
  Seconds averaged_from{0.0};  ///< offered load and time averages are from here, in replication 0
  Seconds averaged_to{0.0};    ///< to here
  std::string warm_up_method;  ///< "MSER-5 over 5 replications", "given", …
  bool partial = false;
  bool statistics_stopped = false;  ///< of replication 0: what is not a count is NaN

  PerMetric<Estimate> estimates;          ///< of the metrics that are estimated
  std::optional<AsLogged> as_logged;      ///< none where no log says when its jobs started
  std::optional<WorstWeek> worst_week;    ///< where submissions span two weeks or more
  SecondsByReason waited_for{};           ///< all jobs together; the mean over replications
  std::optional<PathSpread> path_spread;  ///< of a replay whose paths are hashed
  std::vector<SloVerdict> slo;
  std::vector<VariedCost> varied;  ///< where the scenario asks for it
  Usage usage;  ///< of the design, where its cost is asked for: the mean over replications

  /// True where, to the end, no job started, or none was submitted: nothing is known of waits.
  [[nodiscard]] bool nothing_started() const { return started == 0 && !partial; }
  /// True where jobs waited, and for nothing but the jobs that they depend on.
  [[nodiscard]] bool waits_for_dependencies_alone() const {
    constexpr auto kDependency = static_cast<std::size_t>(WaitReason::dependency);
    const Seconds all = std::accumulate(waited_for.begin(), waited_for.end(), Seconds(0.0));
    return waited_for[kDependency] > Seconds(0.0) && waited_for[kDependency] == all;
  }
  /// More is asked for than there is, with what the network adds, and jobs wait for it: waits grow
  /// for as long as jobs arrive. Not said of jobs that all come at one instant (infinite load):
  /// they are a batch.
  [[nodiscard]] bool overloaded() const {
    const double network = first.traffic ? estimates["network_load"].value : 0.0;
    const double load = estimates["offered_load"].value;
    return load + network > 1.0 && std::isfinite(load) &&
           estimates["queue_wait_mean_s"].value > 0.0 && !waits_for_dependencies_alone();
  }
};

/// Where and how a result was made; never part of what is compared byte by byte.
struct Provenance {
  std::string scenario_file;  ///< as seen from the result folder
  std::string version, simgrid_version, loop, host, command;
  unsigned threads = 1;
  double wall_time_s = 0;
  std::int64_t peak_memory_bytes = 0;
  std::vector<std::string> files = {};             ///< beside the result's, in the same folder
  std::map<std::string, std::string> sha256 = {};  ///< of those, and of files in those folders
};

}  // namespace gpuscape
