#include "sim/run/queues/queue_meter.hpp"

#include <algorithm>

#include "sim/base/error.hpp"

namespace gpuscape {

void QueueMeter::watch(QueueView* view) {
  view_ = view;
  if (view_ == nullptr) return;
  for (QueueFacts& facts : view_->queues()) queues_.emplace_back().facts = std::move(facts);
}

std::array<double, QueueMeter::kValues> QueueMeter::values(const Watched& queue) {
  const double deserved = queue.facts.gpus_deserved.value_or(queue.last.gpus_held);
  return {queue.last.gpus_held, queue.last.gpus_fair,
          std::max(0.0, queue.last.gpus_held - deserved), queue.last.jobs_waiting};
}

void QueueMeter::hold(Watched& queue, Seconds now) {
  const std::array<double, kValues> held = values(queue);
  for (std::size_t i = 0; i < kValues; ++i) queue.sums[i] += held[i] * (now - queue.since).value();
  queue.since = now;
  queue.recorder.hold(now, held);
}

void QueueMeter::on(const InstantSettled& event) {
  if (view_ == nullptr) return;
  for (const std::uint32_t changed : view_->take_changed()) {
    Watched& queue = queues_[changed];
    hold(queue, event.date);
    queue.last = view_->state(changed);
  }
}

void QueueMeter::add_to(RunResult& result, Seconds now) const {
  if (view_ == nullptr) return;
  constexpr std::array<std::string_view, kValues> kSeries = {
      "queue_gpus_allocated ", "queue_fair_share_gpus ", "queue_gpus_borrowed ",
      "queue_jobs_waiting "};
  QueueResult& all = result.queues.emplace();
  const std::size_t intervals = result.timeline.size();
  for (std::uint32_t number = 0; number < queues_.size(); ++number) {
    Watched until_now = queues_[number];
    hold(until_now, last_);
    // Wakes after the last job ended belong to no mean.
    const std::array<double, kValues> late = values(until_now);
    for (std::size_t i = 0; i < kValues; ++i)
      until_now.sums[i] -= late[i] * std::max(0.0, (last_ - result.end).value());
    QueueUse& use = all.queues.emplace_back();
    use.facts = until_now.facts;
    const double span = std::max(result.end.value(), 1e-9);
    use.mean_held = until_now.sums[0] / span;
    use.mean_fair = until_now.sums[1] / span;
    use.mean_borrowed = until_now.sums[2] / span;
    use.mean_waiting = until_now.sums[3] / span;
    use.waited = view_->waited(number, now);
    use.stops = view_->stops(number);
    for (std::size_t row = 0; row < kValues; ++row) {
      std::vector<double> means;
      until_now.recorder.add_row(row, means);
      ensure(means.size() == intervals, "a queue is watched as long as the cluster is");
      result.timeline.add(std::string(kSeries[row]) + use.facts.name) = std::move(means);
    }
  }
  all.waits = view_->waits(now);
  all.of_job = view_->queues_of_jobs();
}

}  // namespace gpuscape
