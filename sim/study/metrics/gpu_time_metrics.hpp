#pragma once
/// Metrics of where the GPU time of jobs went that was no progress; of jobs that share GPUs also
/// what they got, and what was left over; of requests that jobs answer: of all streams together, in
/// the whole run.

#include <algorithm>
#include <limits>

#include "sim/study/metrics/goodput.hpp"
#include "sim/study/metrics/metrics.hpp"

namespace gpuscape::metric_functions {

template <GpuSeconds GpuTimeSplit::* Part>
double part_of_held(const MetricInput& of) {
  return share_of_held(of.run, of.window, Part, of.stop);
}
inline double waits_for_nodes(const MetricInput& of) {
  return waiting_for_nodes_share(of.run, of.window, of.stop);
}

/// In the whole run: jobs that lock each other hold their nodes for ever.
inline double half_started(const MetricInput& of) {
  if (!of.run.pods) return std::numeric_limits<double>::quiet_NaN();
  const Seconds until = std::max(of.run.end, of.run.pods->until);
  const double there = static_cast<double>(of.run.gpus_total) * until.value();
  return there > 0.0 ? of.run.pods->half_started.value() / there : 0.0;
}
inline double locks(const MetricInput& of) {
  return of.run.pods ? static_cast<double>(of.run.pods->locks)
                     : std::numeric_limits<double>::quiet_NaN();
}

constexpr Metric share_lost(std::string_view key, std::string_view about, OfWindow taken,
                            Needs needs = Needs::interruptions) {
  return {.key = key,
          .about = about,
          .print = MetricPrint::share,
          .needs = needs,
          .of_window = taken,
          .method = "no interval: 1 replication",
          .range = {0.0, 1.0}};
}

inline constexpr Metric kGpuTimeMetrics[] = {
    share_lost("redone_share",
               "of the GPU time held by jobs that completed or were given up: work that "
               "interruptions lost; the next six are of the same time",
               part_of_held<&GpuTimeSplit::redone>),
    share_lost("saving_share", "waiting for checkpoints", part_of_held<&GpuTimeSplit::saving>),
    share_lost("starting_share", "start-up, attaching, restarts",
               part_of_held<&GpuTimeSplit::starting>),
    share_lost("standby_share", "of nodes that were not worked on",
               part_of_held<&GpuTimeSplit::standby>),
    share_lost("straggling_share", "waiting for nodes that were slow",
               part_of_held<&GpuTimeSplit::straggling>),
    share_lost("slowed_share", "jobs went slower than their run times say",
               part_of_held<&GpuTimeSplit::slowed>),
    share_lost("failed_share", "of jobs that failures stopped more often than `max_restarts`",
               part_of_held<&GpuTimeSplit::failed>),
    share_lost("waiting_for_nodes_share",
               "of jobs that completed, weighed by GPUs: time without nodes after interruptions ÷ "
               "time from first start to end",
               waits_for_nodes),
    {.key = "half_started_share",
     .about = "GPU time held by pods that waited for others of their job ÷ GPU time of the "
              "cluster, in the whole run",
     .print = MetricPrint::share,
     .needs = Needs::pods,
     .of_window = half_started,
     .method = "no interval: 1 replication",
     .range = {0.0, 1.0},
     .compared = 17,
     .label = "held half-started"},
    {.key = "locks",
     .about = "times that jobs held what others of them needed, so that none could have all its "
              "pods, in the whole run",
     .print = MetricPrint::amount,
     .needs = Needs::pods,
     .of_window = locks,
     .method = "no interval: 1 replication",
     .compared = 18,
     .label = "locks"},
};

/// NaN where `of` is nothing; sums of parts may be more than their whole by rounding.
template <class Part, class Of>
double share_of_shared(const RunResult& run, const Part& part, const Of& of) {
  GpuSeconds some{0.0};
  GpuSeconds all{0.0};
  for (const SharingResult& group : run.sharing) {
    if (group.law.empty()) continue;
    some += part(group);
    all += of(group);
  }
  return all > GpuSeconds(0.0) ? std::min(1.0, some / all)
                               : std::numeric_limits<double>::quiet_NaN();
}

inline GpuSeconds lost_to_neighbours(const SharingResult& group) {
  GpuSeconds sum{0.0};
  for (const SharingOfStream& of : group.streams)
    for (const auto& [other, lost] : of.by_streams) sum += lost;
  return sum;
}

inline double shared_pace(const MetricInput& of) {
  return share_of_shared(
      of.run, [](const SharingResult& group) { return group.got; },
      [](const SharingResult& group) { return group.asked; });
}
inline double slowed_by_neighbours(const MetricInput& of) {
  return share_of_shared(of.run, lost_to_neighbours,
                         [](const SharingResult& group) { return group.asked; });
}
inline double parts_held(const MetricInput& of) {
  return share_of_shared(
      of.run, [](const SharingResult& group) { return group.held; },
      [](const SharingResult& group) { return group.open; });
}
inline double parts_stranded(const MetricInput& of) {
  return share_of_shared(
      of.run, [](const SharingResult& group) { return group.stranded; },
      [](const SharingResult& group) { return group.open; });
}

constexpr Metric of_parts(std::string_view key, std::string_view about, OfWindow taken, Goal goal,
                          int compared, std::string_view label) {
  Metric metric = share_lost(key, about, taken, Needs::shared_gpus);
  metric.goal = goal;
  metric.compared = compared;
  metric.label = label;
  return metric;
}

/// Of the whole run, over all groups whose paces follow a law.
inline constexpr Metric kSharingMetrics[] = {
    of_parts("shared_pace_share",
             "of jobs on parts of GPUs: GPU time that they used ÷ GPU time that they use alone on "
             "whole GPUs, in the whole run, as the next three",
             shared_pace, Goal::high, 19, "pace on shared GPUs"),
    of_parts("slowed_by_neighbours_share", "of the same time: lost to other jobs on the GPU",
             slowed_by_neighbours, Goal::low, 27, "lost to neighbours"),
    of_parts("parts_held_share", "of the time of GPUs that jobs hold parts of: held", parts_held,
             Goal::high, 28, "held of shared GPUs"),
    of_parts("parts_stranded_share",
             "of the same time: parts of which none that the GPU is cut into can be made, as it is "
             "with memory slices of instances (MIG)",
             parts_stranded, Goal::low, 29, "stranded on shared GPUs"),
};

inline ServingResult all_requests(const RunResult& run) {
  ServingResult all;
  for (const ServingResult& of : run.serving) {
    all.requests += of.requests;
    all.served += of.served;
    all.in_time += of.in_time;
    all.latency_sum += of.latency_sum;
    all.latencies.add(of.latencies);
  }
  return all;
}
inline double share_of_requests(std::int64_t part, std::int64_t all) {
  return all > 0 ? static_cast<double>(part) / static_cast<double>(all)
                 : std::numeric_limits<double>::quiet_NaN();
}
inline double latency_mean(const MetricInput& of) {
  const ServingResult all = all_requests(of.run);
  return all.served > 0 ? (all.latency_sum / static_cast<double>(all.served)).value()
                        : std::numeric_limits<double>::quiet_NaN();
}
template <int Percent>
double latency_percentile(const MetricInput& of) {
  const ServingResult all = all_requests(of.run);
  return all.served > 0 ? all.latencies.quantile(Percent / 100.0).value()
                        : std::numeric_limits<double>::quiet_NaN();
}
inline double requests_served(const MetricInput& of) {
  const ServingResult all = all_requests(of.run);
  return share_of_requests(all.served, all.requests);
}
inline double requests_in_time(const MetricInput& of) {
  const ServingResult all = all_requests(of.run);
  return share_of_requests(all.in_time, all.requests);
}

constexpr Metric of_requests(std::string_view key, std::string_view about, OfWindow taken) {
  return {.key = key,
          .about = about,
          .print = MetricPrint::time,
          .needs = Needs::requests,
          .of_window = taken,
          .method = "no interval: 1 replication",
          .in_proportion = true};
}
constexpr Metric share_of_them(std::string_view key, std::string_view about, OfWindow taken,
                               int compared, std::string_view label) {
  Metric metric = of_requests(key, about, taken);
  metric.print = MetricPrint::share;
  metric.goal = Goal::high;
  metric.range = {0.0, 1.0};
  metric.compared = compared;
  metric.label = label;
  metric.in_proportion = false;
  return metric;
}
constexpr Metric compared_percentile(std::string_view key, std::string_view about, OfWindow taken) {
  Metric metric = of_requests(key, about, taken);
  metric.compared = 31;
  metric.label = "latency p95";
  metric.decides = 2;
  return metric;
}

inline constexpr Metric kServingMetrics[] = {
    of_requests(
        "latency_mean_s",
        "from when a request comes to its answer, of those that jobs answered, in the whole "
        "run, as the next five",
        latency_mean),
    of_requests("latency_p50_s", "its median", latency_percentile<50>),
    compared_percentile("latency_p95_s", "its 95th percentile", latency_percentile<95>),
    of_requests("latency_p99_s", "its 99th percentile", latency_percentile<99>),
    share_of_them("requests_served_share", "requests that were answered ÷ those that came",
                  requests_served, 30, "requests served"),
    share_of_them("requests_in_time_share",
                  "requests that were answered `within` the time that `serves` says ÷ those that "
                  "came",
                  requests_in_time, 32, "requests in time"),
};

}  // namespace gpuscape::metric_functions
