#pragma once
/// A StudyResult made by hand, for reports.

#include "sim/study/metrics/study_result.hpp"
#include "tests/support/run_builder.hpp"

namespace gpuscape {

inline Estimate estimate(double value, double low, double high) {
  return {value, low, high, "bootstrap-t over 9 weeks"};
}

/// Three jobs on four GPUs, 62 days apart, with made-up statistics.
inline StudyResult small_study() {
  StudyResult result;
  result.scenario.file = "folder/philly.json";
  result.scenario.title = "Philly, cut";
  result.scenario.scheduler.policy.type = "fifo";
  result.scenario.scheduler.backfill.type = "none";
  result.scenario.scheduler.placement.type = "pack";
  result.scenario.resolved = JsonValue::make_object();
  RunBuilder builder(4);
  builder.job(0.0, 60.0, 2, 0.0).job(30.0, 1.5, 4, 60.0).job(62.0 * 86400.0, 10.0, 1, {});
  result.first = builder.result();
  result.first.timeline["gpus_allocated"] = {2.5};
  result.first.timeline["gpus_stranded"] = {0.5};
  result.first.timeline["gpus_idle_queued"] = {0.75};
  result.first.timeline["jobs_waiting"] = {0.25};
  result.first.timeline["jobs_running"] = {1.0};
  result.first.waits.jobs = {{1, WaitReason::no_whole_node}};
  result.first.assumptions = {{.kind = Assumption::Kind::open_arrivals}};
  result.jobs = 3;
  result.span = 62_d;
  result.started = 2;
  result.unfinished = 1;
  result.estimates["offered_load"].value = 0.68;
  result.estimates["queue_wait_p50_s"] = estimate(0.0, 0.0, 0.0);
  result.estimates["queue_wait_p95_s"] = estimate(4380.0, 2520.0, 14160.0);
  result.estimates["queue_wait_mean_s"] = estimate(960.0, 420.0, 1860.0);
  result.estimates["completion_mean_s"] = estimate(13320.0, 12000.0, 15000.0);
  result.estimates["gpus_allocated_share"] = estimate(0.64, 0.62, 0.66);
  result.estimates["gpus_stranded_share"] = estimate(0.021, 0.02, 0.022);
  result.worst_week = WorstWeek{3, 9, 23880.0, 4};
  result.slo = {{{.name = "wait", .limit = 1800.0}, result.estimates["queue_wait_p95_s"], false}};
  return result;
}

/// The same, where the first two jobs exchanged data and a link slowed the second.
inline StudyResult study_with_traffic() {
  StudyResult result = small_study();
  TrafficResult traffic;
  traffic.jobs = {{0, SlowingLink::none(), 1.0}, {1, SlowingLink(0), 1.5}};
  traffic.links = {"leaf 0 → spine 1"};
  traffic.busiest = {{"leaf 0 → spine 1", LinkTier::fabric, 0.5, 0.12},
                     {"gpu/0 → leaf 0", LinkTier::host, 0.25, 0.0}};
  traffic.losses = {{traffic.busiest[0], GpuSeconds(60.0)}};
  traffic.routing = {.path = "adaptive", .kind = "infiniband", .kind_from = "switch"};
  traffic.lost = GpuSeconds(80.0);
  traffic.lost_on_routes = GpuSeconds(20.0);
  result.first.traffic = traffic;
  result.estimates["job_slowed_share"].value = 0.5;
  result.estimates["network_load"].value = 0.04;
  result.first.timeline["host_links_used_share"] = {0.25};
  result.first.timeline["fabric_links_used_share"] = {0.5};
  result.first.timeline["jobs_exchanging"] = {2.0};
  result.first.timeline["jobs_slowed"] = {1.0};
  result.estimates["job_slowdown_p50"] = estimate(1.02, 1.01, 1.03);
  result.estimates["job_slowdown_p95"] = estimate(1.5, 1.5, 1.5);
  return result;
}

}  // namespace gpuscape
