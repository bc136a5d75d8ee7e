#include "sim/run/queues/queue_stops.hpp"

namespace gpuscape {

void count_stops(RunResult& result) {
  if (!result.queues) return;
  QueueResult& queues = *result.queues;
  for (std::size_t job = 0; job < result.jobs.size(); ++job) {
    const std::uint32_t queue = queues.queue_of(job);
    if (queue == kInNoQueue) continue;
    QueueStops& stops = queues.queues[queue].stops;
    for (const Segment& segment : result.jobs.segments(job)) {
      const bool reclaimed = segment.cause == Cause::reclaimed;
      if (!reclaimed && segment.cause != Cause::preempted) continue;
      ++(reclaimed ? stops.reclaimed : stops.preempted);
      stops.gpu_seconds +=
          result.jobs.demand(job).gpu_amount() * (segment.end - segment.start).value();
    }
  }
}

}  // namespace gpuscape
