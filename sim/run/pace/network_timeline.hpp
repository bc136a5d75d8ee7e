#pragma once
/// The network over time: how much of its links is used, and how many jobs exchange data.

#include "sim/run/pace/job_traffic.hpp"
#include "sim/run/record/run_events.hpp"
#include "sim/run/record/run_result.hpp"
#include "sim/run/record/series.hpp"
#include "sim/run/record/timeline_recorder.hpp"

namespace gpuscape {

inline constexpr SeriesRow<JobTraffic> kNetworkSeries[] = {
    {"host_links_used_share",
     "only where jobs exchange data: used share of the capacity of all links of nodes",
     [](const JobTraffic& traffic) { return traffic.used(LinkTier::host); }},
    {"fabric_links_used_share", "likewise: of all links between switches",
     [](const JobTraffic& traffic) { return traffic.used(LinkTier::fabric); }},
    {"jobs_exchanging", "likewise: jobs that exchange data",
     [](const JobTraffic& traffic) { return static_cast<double>(traffic.jobs_exchanging()); }},
    {"jobs_slowed", "likewise: those of them that run slower than alone",
     [](const JobTraffic& traffic) { return static_cast<double>(traffic.jobs_slowed()); }},
};

class NetworkTimeline {
 public:
  /// Records nothing before. `traffic` must outlive this.
  void watch(const JobTraffic& traffic) { traffic_ = &traffic; }

  void on(const TimePasses& event) {
    if (traffic_ != nullptr && event.date > held_until_) hold_until(event.date);
  }
  /// Adds its series and what the network did to jobs, where there was traffic.
  void add_to(RunResult& result) const {
    if (traffic_ == nullptr) return;
    recorder_.add_to<kNetworkSeries>(result.timeline);
    result.traffic = traffic_->result();
  }

 private:
  void hold_until(Seconds date) {
    recorder_.hold(date, values_now<kNetworkSeries>(*traffic_));
    held_until_ = date;
  }

  const JobTraffic* traffic_ = nullptr;
  TimelineRecorder recorder_;
  Seconds held_until_{0.0};
};

}  // namespace gpuscape
