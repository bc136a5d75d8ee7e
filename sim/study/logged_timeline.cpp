#include "sim/study/logged_timeline.hpp"

#include <algorithm>
#include <cmath>

namespace gpuscape {

namespace {

/// Sums of rectangles over equal intervals: each is added at its two ends only.
class Heights {
 public:
  Heights(std::size_t intervals, Seconds width)
      : width_(width), level_(intervals + 1, 0.0), part_(intervals + 1, 0.0) {}

  void change(Seconds date, double height) {
    const double place = std::clamp(date / width_, 0.0, static_cast<double>(level_.size() - 1));
    const auto interval = static_cast<std::size_t>(place);
    if (interval + 1 >= level_.size()) return;
    part_[interval] += height * (static_cast<double>(interval + 1) - place);
    level_[interval + 1] += height;
  }

  [[nodiscard]] std::vector<double> means() const {
    std::vector<double> means(level_.size() - 1);
    double held = 0.0;
    for (std::size_t i = 0; i < means.size(); ++i) {
      held += level_[i];
      means[i] = std::max(0.0, held + part_[i]);
    }
    return means;
  }

 private:
  Seconds width_;
  std::vector<double> level_;  // change of height from each interval's beginning on
  std::vector<double> part_;   // what changes within an interval adds to its mean
};

}  // namespace

std::vector<double> gpus_as_logged(const RunResult& run, const std::vector<LoadedTrace>& traces,
                                   const StopCheck& stop) {
  Heights gpus(run.timeline.size(), run.timeline.interval);
  bool any = false;
  for (const LoadedTrace& trace : traces) {
    if (!trace.table || trace.table->started_in_log() == 0) continue;
    for (std::size_t row = 0; row < trace.table->size(); ++row) {
      stop.look_at(row);
      const Seconds start = trace.table->logged_start(row);
      if (std::isnan(start.value())) continue;
      const Job& job = trace.table->job(row);
      any = true;
      gpus.change(start, job.demand.gpu_amount());
      gpus.change(start + job.run_time, -job.demand.gpu_amount());
    }
  }
  return any ? gpus.means() : std::vector<double>{};
}

}  // namespace gpuscape
