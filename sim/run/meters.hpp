#pragma once
/// All that measures or watches a run without deciding anything in it. Each meter says which events
/// it wants by having an `on` for them; which meters hear of an event is settled when this is
/// compiled.

#include <algorithm>

#include "sim/platform/free_capacity.hpp"
#include "sim/platform/platform.hpp"
#include "sim/run/observers.hpp"
#include "sim/run/pace/network_timeline.hpp"
#include "sim/run/queues/queue_meter.hpp"
#include "sim/run/record/cluster_timeline.hpp"
#include "sim/run/record/job_counts.hpp"
#include "sim/run/record/run_events.hpp"
#include "sim/run/record/stranded.hpp"
#include "sim/run/record/wait_reasons.hpp"

namespace gpuscape {

class Meters {
 public:
  Meters(const Platform& platform, const FreeCapacity& capacity)
      : stranded_(capacity),
        waits_(capacity),
        cluster_(platform.gpus_total(), counts_, stranded_) {}
  Meters(const Meters&) = delete;
  Meters& operator=(const Meters&) = delete;

  void watch(const JobTraffic& traffic) { network_.watch(traffic); }
  void watch(QueueView* queues) { queues_.watch(queues); }
  void add(RunObserver& observer) { observers_.add(observer); }

  template <class Event>
  void publish(const Event& event) {
    deliver(event, cluster_, network_, counts_, stranded_, waits_, queues_, observers_);
  }

  [[nodiscard]] const JobCounts& counts() const { return counts_; }
  [[nodiscard]] const Observers& observers() const { return observers_; }
  [[nodiscard]] const ClusterTimeline& cluster() const { return cluster_; }

  /// What they measured until `now`, which is not before the last event.
  void add_to(RunResult& result, Seconds now) const {
    result.timeline = cluster_.timeline();
    const std::vector<double>& stranded = cluster_.stranded_by_group();
    for (std::size_t i = 0; i < std::min(stranded.size(), result.nodes.size()); ++i)
      result.nodes[i].stranded = GpuSeconds(stranded[i]);
    result.waits = waits_.result(now);
    network_.add_to(result);
    queues_.add_to(result, now);
    result.never_fit = counts_.never_fit();
    result.cores_or_memory_ignored = counts_.ignored_on_pool();
  }

 private:
  template <class Event, class... Subscribers>
  static void deliver(const Event& event, Subscribers&... subscribers) {
    (
        [&event](auto& subscriber) {
          if constexpr (requires { subscriber.on(event); }) subscriber.on(event);
        }(subscribers),
        ...);
  }

  JobCounts counts_;
  StrandedMeter stranded_;
  WaitReasons waits_;
  ClusterTimeline cluster_;
  NetworkTimeline network_;
  QueueMeter queues_;
  Observers observers_;
};

}  // namespace gpuscape
