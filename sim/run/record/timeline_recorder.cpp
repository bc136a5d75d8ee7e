#include "sim/run/record/timeline_recorder.hpp"

#include <cmath>

namespace gpuscape {

void TimelineRecorder::close_intervals(double now, const Sums& held) {
  while (now >= interval_end_) {
    const double span = interval_end_ - since_;
    for (std::size_t i = 0; i < held.size(); ++i) current_[i] += held[i] * span;
    closed_.push_back(current_);
    current_ = {};
    since_ = interval_end_;
    interval_end_ = kLadder[rung_] * static_cast<double>(closed_.size() + 1);
    if (closed_.size() >= kMostIntervals) merge();
  }
}

void TimelineRecorder::merge() {
  if (rung_ + 1 == kLadder.size()) return;
  const auto factor = static_cast<std::size_t>(std::lround(kLadder[rung_ + 1] / kLadder[rung_]));
  std::vector<Sums> merged;
  Sums sum{};
  for (std::size_t i = 0; i < closed_.size(); ++i) {
    for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += closed_[i][k];
    if ((i + 1) % factor == 0) {
      merged.push_back(sum);
      sum = {};
    }
  }
  closed_ = std::move(merged);
  for (std::size_t k = 0; k < sum.size(); ++k) current_[k] += sum[k];
  ++rung_;
  interval_end_ = kLadder[rung_] * static_cast<double>(closed_.size() + 1);
}

template <class Append>
void TimelineRecorder::for_each_interval(const Append& append) const {
  const double width = interval().value();
  for (const Sums& sums : closed_) append(sums, width);
  const double left = since_ - width * static_cast<double>(closed_.size());
  if (left > 0.0) append(current_, left);
}

Timeline TimelineRecorder::timeline() const {
  Timeline series;
  series.interval = interval();
  for_each_interval([&series](const Sums& sums, double span) {
    series.gpus_allocated.push_back(sums[0] / span);
    series.gpus_stranded.push_back(sums[1] / span);
    series.gpus_idle_queued.push_back(sums[2] / span);
    series.jobs_waiting.push_back(sums[3] / span);
    series.jobs_running.push_back(sums[4] / span);
  });
  return series;
}

void TimelineRecorder::add_network(Timeline& timeline) const {
  for_each_interval([&timeline](const Sums& sums, double span) {
    timeline.host_links_used.push_back(sums[0] / span);
    timeline.fabric_links_used.push_back(sums[1] / span);
    timeline.jobs_exchanging.push_back(sums[2] / span);
    timeline.jobs_slowed.push_back(sums[3] / span);
  });
}

}  // namespace gpuscape
