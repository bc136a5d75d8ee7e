#pragma once
/// The cluster over time: GPUs allocated, stranded and idle, jobs waiting and running.

#include <cstdint>
#include <vector>

#include "sim/run/record/job_counts.hpp"
#include "sim/run/record/run_events.hpp"
#include "sim/run/record/series.hpp"
#include "sim/run/record/stranded.hpp"
#include "sim/run/record/timeline_recorder.hpp"

namespace gpuscape {

/// What the series of the cluster are taken from.
struct ClusterNow {
  const JobCounts& counts;
  double stranded = 0.0;  ///< GPUs
  double free = 0.0;      ///< GPUs
};

/// Of runs in which a job asks for cores or memory.
inline constexpr SeriesRow<Stranded> kStrandedSeries[] = {
    {"cores_stranded",
     "only where a job asks for cores or memory: free cores on nodes where no waiting job could "
     "start, such as those whose GPUs are taken; with nobody waiting, weighed as GPUs are",
     [](const Stranded& now) { return now.cores; }},
    {"memory_stranded_gib", "likewise: free memory",
     [](const Stranded& now) { return now.memory_gib; }},
};

inline constexpr SeriesRow<ClusterNow> kClusterSeries[] = {
    {"gpus_allocated", "held by a job, whatever it does with them",
     [](const ClusterNow& now) { return now.counts.gpus_allocated(); }},
    {"gpus_stranded",
     "free, but of no use to any waiting job; with nobody waiting, weighed by the jobs seen so far "
     "(nodes only)",
     [](const ClusterNow& now) { return now.stranded; }},
    {"gpus_idle_queued",
     "free, and of use to a waiting job: it waits for its turn, for more GPUs or for a limit; a "
     "job "
     "that waits for the end of another wants none yet",
     [](const ClusterNow& now) {
       return now.counts.any_could_start() ? now.free - now.stranded : 0.0;
     }},
    {"jobs_waiting", "submitted and not started",
     [](const ClusterNow& now) { return static_cast<double>(now.counts.waiting()); }},
    {"jobs_running", "started and not ended",
     [](const ClusterNow& now) { return static_cast<double>(now.counts.running()); }},
};

class ClusterTimeline {
 public:
  /// Both are asked whenever time passes.
  ClusterTimeline(std::int64_t gpus_total, const JobCounts& counts, const StrandedMeter& stranded)
      : gpus_total_(gpus_total), counts_(counts), stranded_(stranded) {}

  void on(const TimePasses& event) {
    if (event.date > held_until_) hold_until(event.date);
  }
  void on(const NodesChanged& event) { gpus_away_ = event.gpus_held; }
  /// Up to the last event.
  [[nodiscard]] Timeline timeline() const;
  /// GPU seconds that were stranded, by group; empty where no job asks for certain nodes.
  [[nodiscard]] const std::vector<double>& stranded_by_group() const { return by_group_; }

 private:
  Stranded look(Seconds length);
  void hold_until(Seconds date);
  Stranded stranded_over(Seconds span);

  std::int64_t gpus_total_;
  std::int64_t gpus_away_ = 0;
  const JobCounts& counts_;
  const StrandedMeter& stranded_;
  TimelineRecorder recorder_;
  TimelineRecorder cores_and_memory_;  // from the first job on that asks for either
  bool records_cores_ = false;
  Seconds held_until_{0.0};
  double short_stretches_ = 0.0;  // so far, in steps of stranded_over
  double next_look_ = 0.5;
  std::int64_t look_ = 0;
  std::vector<double> by_group_;
};

}  // namespace gpuscape
