#include "sim/study/metrics/metrics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sim/base/error.hpp"
#include "sim/study/metrics/cost_metrics.hpp"
#include "sim/study/metrics/gpu_time_metrics.hpp"
#include "sim/study/metrics/metric_functions.hpp"
#include "sim/study/metrics/slowdown_causes.hpp"
#include "sim/study/statistics/quantile.hpp"

namespace gpuscape {

namespace {

using namespace metric_functions;

using enum MetricPrint;
constexpr Precision kMeanTime = {0.05, 1.0};
constexpr Precision kTailTime = {0.10, 1.0};
constexpr Precision kMeanShare = {0.05, 0.005};
constexpr Precision kMeanRate = {0.05, 0.0};
constexpr Interval kShare = {0.0, 1.0};
constexpr Interval kSlowdown = {1.0, std::numeric_limits<double>::infinity()};
constexpr std::string_view kOneReplication = "no interval: 1 replication";

constexpr Metric kMetrics[] = {
    {.key = "offered_load",
     .about = "GPU time asked for ÷ (GPUs × time from `averaged_from_s` to `averaged_to_s`)",
     .goal = Goal::neither,
     .of_window = load_offered,
     .method = "exact: what the jobs ask for"},
    {.key = "queue_wait_mean_s",
     .about = "from submission to start, of jobs that started",
     .print = coarse_time,
     .sample = queue_waits,
     .precision = kMeanTime,
     .column = 2,
     .head = "mean wait",
     .compared = 3,
     .label = "mean wait",
     .is_skewed = true,
     .grows_when_overloaded = true},
    {.key = "queue_wait_p50_s",
     .about = "its median",
     .print = time,
     .sample = queue_waits,
     .quantile = 0.5,
     .compared = 1,
     .label = "queue wait p50",
     .is_skewed = true,
     .grows_when_overloaded = true},
    {.key = "queue_wait_p95_s",
     .about = "its 95th percentile",
     .print = time,
     .sample = queue_waits,
     .quantile = 0.95,
     .precision = kTailTime,
     .column = 1,
     .head = "queue wait p50 / p95",
     .before = "queue_wait_p50_s",
     .compared = 2,
     .label = "queue wait p95",
     .decides = 1,
     .is_skewed = true,
     .grows_when_overloaded = true},
    {.key = "queue_wait_p99_s",
     .about = "its 99th percentile",
     .print = time,
     .sample = queue_waits,
     .quantile = 0.99},
    {.key = "queue_wait_max_s",
     .about = "the longest",
     .print = time,
     .sample = queue_waits,
     .of_sorted = largest,
     .estimated = false},
    {.key = "share_without_wait",
     .about = "jobs that started at once ÷ jobs that started",
     .print = share,
     .sample = queue_waits,
     .of_sorted = share_of_zeros,
     .estimated = false},
    {.key = "completion_mean_s",
     .about = "from submission to end, of jobs that ended",
     .print = coarse_time,
     .sample = completion_times,
     .precision = kMeanTime,
     .column = 3,
     .head = "JCT mean",
     .compared = 4,
     .label = "JCT mean",
     .decides = 3,
     .grows_when_overloaded = true},
    {.key = "completion_p50_s",
     .about = "its median",
     .print = time,
     .sample = completion_times,
     .quantile = 0.5},
    {.key = "completion_p95_s",
     .about = "its 95th percentile",
     .print = time,
     .sample = completion_times,
     .quantile = 0.95},
    {.key = "gpus_allocated_share",
     .about = "held by jobs ÷ all, averaged over time; `cores_allocated_share` where no job asks "
              "for a GPU",
     .print = share,
     .goal = Goal::neither,
     .by_day = allocated_by_day,
     .divided_by = capacity,
     .precision = kMeanShare,
     .range = kShare,
     .column = 4,
     .head = "{} allocated",
     .compared = 5,
     .label = "{} allocated",
     .decides = 9},
    {.key = "gpus_stranded_share",
     .about = "free, but of no use to any waiting job, ÷ all, averaged over time",
     .print = share,
     .needs = Needs::gpus,
     .by_day = stranded_by_day,
     .divided_by = gpus_total,
     .precision = kMeanShare,
     .range = kShare,
     .column = 5,
     .head = "stranded",
     .compared = 6,
     .label = "stranded",
     .decides = 8},
    {.key = "cores_stranded_share",
     .about = "only where a job asks for cores or memory: free cores on nodes where no waiting job "
              "could start, ÷ all cores of nodes, averaged over time",
     .print = share,
     .needs = Needs::cores_asked,
     .by_day = cores_stranded_by_day,
     .divided_by = cores_on_nodes,
     .range = kShare,
     .compared = 14,
     .label = "cores stranded"},
    {.key = "memory_stranded_share",
     .about = "likewise: memory",
     .print = share,
     .needs = Needs::memory_asked,
     .by_day = memory_stranded_by_day,
     .divided_by = memory_on_nodes_gib,
     .range = kShare,
     .compared = 15,
     .label = "memory stranded"},
    {.key = "queue_length_mean", .about = "jobs that wait", .by_day = waiting_by_day},
    {.key = "queue_length_max",
     .about = "the most that waited at one instant",
     .of_window = longest,
     .estimated = false},
    {.key = "makespan_s",
     .about = "first submission to last end",
     .print = time,
     .of_window = makespan_of,
     .estimated = false,
     .compared = 10,
     .label = "makespan",
     .of_same_jobs = true},
    {.key = "job_slowdown_mean",
     .about = "of jobs that exchanged data and ended: time ÷ time alone",
     .needs = Needs::traffic,
     .sample = job_slowdowns,
     .range = kSlowdown,
     .compared = 7,
     .label = "job slowdown mean"},
    {.key = "job_slowdown_p50",
     .about = "its median",
     .needs = Needs::traffic,
     .sample = job_slowdowns,
     .quantile = 0.5,
     .range = kSlowdown},
    {.key = "job_slowdown_p95",
     .about = "its 95th percentile",
     .needs = Needs::traffic,
     .sample = job_slowdowns,
     .quantile = 0.95,
     .range = kSlowdown,
     .compared = 8,
     .label = "job slowdown p95",
     .decides = 6},
    {.key = "job_slowdown_by_gpu_hours",
     .about = "of them all together: GPU time ÷ GPU time alone",
     .needs = Needs::traffic,
     .of_window = slowdown_by_gpu_time,
     .range = kSlowdown,
     .compared = 9,
     .label = "slowdown by GPU-hours"},
    {.key = "job_slowed_share",
     .about = "of them: those that ran 1 % or more longer than alone",
     .print = share,
     .needs = Needs::traffic,
     .sample = job_slowdowns,
     .of_sorted = share_slowed,
     .range = kShare},
    {.key = "network_load",
     .about = "GPU time that sharing the network added ÷ (GPUs × time)",
     .needs = Needs::traffic,
     .of_window = load_of_network},
    {.key = "jobs_per_hour",
     .about = "jobs that closed streams complete",
     .goal = Goal::neither,
     .needs = Needs::closed_streams,
     .of_window = jobs_done,
     .method = kOneReplication,
     .precision = kMeanRate},
    {.key = "gpu_hours_per_hour",
     .about = "GPU-hours of their run times as given",
     .goal = Goal::neither,
     .needs = Needs::closed_streams,
     .of_window = gpu_hours_done,
     .method = kOneReplication,
     .precision = kMeanRate},
    {.key = "goodput_share",
     .about = "GPU time in which jobs make progress that they keep ÷ GPU time that they hold",
     .print = share,
     .goal = Goal::high,
     .needs = Needs::interruptions,
     .of_window = goodput_of,
     .method = kOneReplication,
     .range = kShare,
     .compared = 11,
     .label = "goodput",
     .decides = 5},
    {.key = "effective_time_share",
     .about = "of jobs that completed, weighed by GPUs: run time ÷ time from first start to end",
     .print = share,
     .goal = Goal::high,
     .needs = Needs::interruptions,
     .of_window = effective_time_of,
     .method = kOneReplication,
     .range = kShare,
     .compared = 12,
     .label = "effective training time"},
    {.key = "interruptions",
     .about = "times that failures stopped jobs",
     .print = amount,
     .needs = Needs::interruptions,
     .of_window = interruptions_of,
     .method = kOneReplication,
     .compared = 13,
     .label = "interruptions"},
    {.key = "gpus_up_share",
     .about = "GPUs in service ÷ all, averaged over time",
     .print = share,
     .goal = Goal::high,
     .needs = Needs::interruptions,
     .of_window = up_of,
     .method = kOneReplication,
     .range = kShare},
};

constexpr auto kAllMetrics = [] {
  std::array<Metric, std::size(kMetrics) + std::size(kCostMetrics) + std::size(kGpuTimeMetrics) +
                         std::size(kCauseMetrics) + std::size(kSharingMetrics) +
                         std::size(kServingMetrics)>
      all{};
  auto end = std::ranges::copy(kMetrics, all.begin()).out;
  end = std::ranges::copy(kCostMetrics, end).out;
  end = std::ranges::copy(kGpuTimeMetrics, end).out;
  end = std::ranges::copy(kCauseMetrics, end).out;
  end = std::ranges::copy(kSharingMetrics, end).out;
  std::ranges::copy(kServingMetrics, end);
  return all;
}();

}  // namespace

std::span<const Metric> metrics() { return kAllMetrics; }

std::size_t metric_count() { return kAllMetrics.size(); }

std::size_t metric_index(std::string_view key) {
  const auto* const found = std::ranges::find(kAllMetrics, key, &Metric::key);
  if (found == kAllMetrics.end()) throw InternalError(fmt::format("a metric: {}", key));
  return static_cast<std::size_t>(found - kAllMetrics.begin());
}

}  // namespace gpuscape
