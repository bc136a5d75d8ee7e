#pragma once
/// From the jobs of one run to its statistics. Where a StopCheck is given, Interrupted is thrown
/// once a stop was asked for.

#include <functional>
#include <optional>

#include "sim/base/stop_check.hpp"
#include "sim/cost/cost_totals.hpp"
#include "sim/study/metrics/study_result.hpp"
#include "sim/study/statistics/dated_values.hpp"

namespace gpuscape {

struct Usage;

/// What part of a run is looked at: offered load and all time averages are over the same time.
using JobFilter = std::function<bool(std::size_t job)>;

struct MetricWindow {
  Seconds submitted_from{0.0};      ///< jobs submitted earlier are left out
  Seconds average_to{0.0};          ///< averages run from `submitted_from` to here
  Seconds last_submit{0.0};         ///< of all jobs
  const JobFilter* only = nullptr;  ///< samples are of these jobs; null: of all
};

/// From date 0 to the last submission, as for a log: the queue running dry afterwards is no part of
/// what was asked for. Where all jobs come at one instant, to the last event.
MetricWindow whole_log(const RunResult& run);
/// Without the warm-up, until `until` or the last submission, as for a generated workload.
MetricWindow after_warm_up(const RunResult& run, Seconds warm_up,
                           std::optional<Seconds> until = {});

/// All of it, until the last job ends.
MetricWindow whole_run(const RunResult& run);

/// Of the GPU time that the jobs of the window ask for, the share that would lie in it if none of
/// them waited; 1 where they ask for none. Averages over a window with little of it say nothing.
double work_within(const RunResult& run, const MetricWindow& window);

/// The days of a window.
DayGrid day_grid(const MetricWindow& window);

/// Whether a job is looked at: submitted in the window, not carried over into the run, and one of
/// those that are meant.
inline bool counts(const JobRecords& jobs, std::size_t job, const MetricWindow& window) {
  return jobs.in_statistics(job) && !(jobs.submit(job) < window.submitted_from) &&
         (window.only == nullptr || (*window.only)(job));
}

// Samples of the jobs in the window, in order of submission; times in seconds.
using JobSample = DatedValues (*)(const RunResult&, const MetricWindow&, const DayGrid&,
                                  const StopCheck&);
DatedValues queue_waits(const RunResult& run, const MetricWindow& window, const DayGrid& grid,
                        const StopCheck& stop = {});  ///< of those started
DatedValues completion_times(const RunResult& run, const MetricWindow& window, const DayGrid& grid,
                             const StopCheck& stop = {});  ///< of those ended

DatedValues job_slowdowns(const RunResult& run, const MetricWindow& window, const DayGrid& grid,
                          const StopCheck& stop = {});  ///< of those that exchanged data and ended
/// The same of all their GPU time together: ÷ GPU time alone. NaN without such jobs.
double slowdown_of_gpu_time(const RunResult& run, const MetricWindow& window);

/// From a sample in rising order.
using OfSorted = double (*)(const std::vector<double>&);

// Time integrals by day over seconds: their ratio is the time average.
using ByDay = DayCells (*)(const RunResult&, const DayGrid&, const StopCheck&);
DayCells allocated_by_day(const RunResult& run, const DayGrid& grid,
                          const StopCheck& stop = {});  ///< GPUs held (or cores), exact
DayCells waiting_by_day(const RunResult& run, const DayGrid& grid,
                        const StopCheck& stop = {});  ///< jobs waiting, exact
DayCells stranded_by_day(const RunResult& run, const DayGrid& grid,
                         const StopCheck& stop = {});  ///< GPUs stranded, from the timeline
/// Likewise cores, and GiB of memory; empty where no job asks for either.
DayCells cores_stranded_by_day(const RunResult& run, const DayGrid& grid,
                               const StopCheck& stop = {});
DayCells memory_stranded_by_day(const RunResult& run, const DayGrid& grid,
                                const StopCheck& stop = {});
/// Of groups of nodes: a pool has processors.
double cores_on_nodes(const RunResult& run);
double memory_on_nodes_gib(const RunResult& run);

using OfRun = double (*)(const RunResult&);

/// What a number of a run as a whole is taken from.
struct MetricInput {
  const RunResult& run;
  const MetricWindow& window;
  bool kill_overrun = false;  ///< the scenario kills jobs at their limit
  const StopCheck& stop;
  const Usage* usage = nullptr;                 ///< where it is known already
  mutable std::optional<CostTotals> cost = {};  ///< once it was asked for
};
/// What the design costs when it is used as in this run; only of a run with a cost.
const CostTotals& cost_of(const MetricInput& input);
using OfWindow = double (*)(const MetricInput&);

/// The most jobs that waited at one instant of the window.
std::int64_t longest_queue(const JobRecords& jobs, const MetricWindow& window,
                           const StopCheck& stop = {});

/// What closed streams get done per hour of the window, as far as they submit in it, a job that
/// runs across its border by the part that lies within; NaN where there is none.
struct Throughput {
  double jobs_per_hour;
  /// Of the run times as given, so that waiting for a network is none; of jobs that are stopped at
  /// their limit what they got.
  double gpu_hours_per_hour;
};
Throughput throughput(const RunResult& run, const MetricWindow& window, const StopCheck& stop = {});

/// GPU time asked for by jobs of the window that fit, closed streams aside, ÷ (GPUs × length of the
/// window); a job that is killed at its limit asks for that. Of cores where no job asks for a GPU.
/// Infinite for jobs at one instant.
double offered_load(const RunResult& run, const MetricWindow& window, bool kill_overrun,
                    const StopCheck& stop = {});

/// GPU time that there is in the window, in GPU seconds; none where all jobs come at one instant.
GpuSeconds gpu_seconds(const RunResult& run, const MetricWindow& window);

/// GPU time that jobs of the window held beyond their time alone because they shared the network ÷
/// (GPUs × length of the window).
double network_load(const RunResult& run, const MetricWindow& window);

/// First submission to last end; NaN where there are jobs and none of them started.
Seconds makespan(const RunResult& run);

/// Of every metric of sim/study/metrics/metrics.hpp.
RunMetrics run_metrics(const RunResult& run, const MetricWindow& window, bool kill_overrun,
                       const StopCheck& stop = {}, const Usage* usage = nullptr);

}  // namespace gpuscape
