#pragma once
/// The network over time: how much of its links is used, and how many jobs exchange data.

#include "sim/run/phases/job_traffic.hpp"
#include "sim/run/record/run_events.hpp"
#include "sim/run/record/timeline_recorder.hpp"

namespace gpuscape {

class NetworkTimeline {
 public:
  /// Records nothing before. `traffic` must outlive this.
  void watch(const JobTraffic& traffic) { traffic_ = &traffic; }

  void on(const TimePasses& event) {
    if (traffic_ != nullptr && event.date.value() > held_until_) hold_until(event.date);
  }
  /// Adds its series and what the network did to jobs, where there was traffic.
  void add_to(RunResult& result, const Platform& platform) const {
    if (traffic_ == nullptr) return;
    recorder_.add_network(result.timeline);
    result.traffic = traffic_->result(platform);
  }

 private:
  void hold_until(Seconds date) {
    recorder_.hold(date,
                   NetworkSample{traffic_->used(LinkTier::host), traffic_->used(LinkTier::fabric),
                                 static_cast<double>(traffic_->jobs_exchanging()),
                                 static_cast<double>(traffic_->jobs_slowed())});
    held_until_ = date.value();
  }

  const JobTraffic* traffic_ = nullptr;
  TimelineRecorder recorder_;
  double held_until_ = 0.0;  // s
};

}  // namespace gpuscape
