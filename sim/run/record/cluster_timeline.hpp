#pragma once
/// The cluster over time: GPUs allocated, stranded and idle, jobs waiting and running.

#include <cstdint>

#include "sim/run/record/job_counts.hpp"
#include "sim/run/record/run_events.hpp"
#include "sim/run/record/stranded.hpp"
#include "sim/run/record/timeline_recorder.hpp"

namespace gpuscape {

class ClusterTimeline {
 public:
  /// Both are asked whenever time passes.
  ClusterTimeline(std::int64_t gpus_total, const JobCounts& counts, const StrandedMeter& stranded)
      : gpus_total_(gpus_total), counts_(counts), stranded_(stranded) {}

  void on(const TimePasses& event) {
    if (event.date.value() > held_until_) hold_until(event.date);
  }
  /// Up to the last event.
  [[nodiscard]] Timeline timeline() const;

 private:
  void hold_until(Seconds date);
  double stranded_over(double span);

  std::int64_t gpus_total_;
  const JobCounts& counts_;
  const StrandedMeter& stranded_;
  TimelineRecorder recorder_;
  double held_until_ = 0.0;       // s
  double short_stretches_ = 0.0;  // so far, in steps of stranded_over
  double next_look_ = 0.5;
  std::int64_t look_ = 0;
};

}  // namespace gpuscape
