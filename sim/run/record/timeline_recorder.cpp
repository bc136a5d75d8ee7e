#include "sim/run/record/timeline_recorder.hpp"

#include <cmath>

namespace gpuscape {

void TimelineRecorder::close_intervals(Seconds now, const Values& held) {
  while (now >= interval_end_) {
    const double span = (interval_end_ - since_).value();
    for (std::size_t i = 0; i < held.size(); ++i) current_[i] += held[i] * span;
    closed_.push_back(current_);
    current_ = {};
    since_ = interval_end_;
    interval_end_ = interval() * static_cast<double>(closed_.size() + 1);
    if (closed_.size() >= kMostIntervals) merge();
  }
}

void TimelineRecorder::merge() {
  if (rung_ + 1 == kLadder.size()) return;
  const auto factor = static_cast<std::size_t>(std::lround(kLadder[rung_ + 1] / kLadder[rung_]));
  std::vector<Values> merged;
  Values sum{};
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
  interval_end_ = interval() * static_cast<double>(closed_.size() + 1);
}

void TimelineRecorder::add_series(std::size_t row, std::vector<double>& means) const {
  const double width = interval().value();
  for (const Values& sums : closed_) means.push_back(sums[row] / width);
  const double left = since_.value() - width * static_cast<double>(closed_.size());
  if (left > 0.0) means.push_back(current_[row] / left);
}

}  // namespace gpuscape
