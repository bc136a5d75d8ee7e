#include "sim/run/record/cluster_timeline.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace gpuscape {

void ClusterTimeline::hold_until(Seconds date) {
  const double stranded = stranded_over(date.value() - held_until_);
  const auto free = static_cast<double>(gpus_total_ - counts_.gpus_allocated());
  recorder_.hold(
      date, ClusterSample{.gpus_allocated = static_cast<double>(counts_.gpus_allocated()),
                          .gpus_stranded = stranded,
                          .gpus_idle_queued = counts_.any_could_start() ? free - stranded : 0.0,
                          .jobs_waiting = static_cast<double>(counts_.waiting()),
                          .jobs_running = static_cast<double>(counts_.running())});
  held_until_ = date.value();
}

/// Mean number of stranded GPUs to record for a stretch of `span` seconds in which nothing changed.
/// Long stretches are looked at. Of the short ones, laid end to end, one is looked at in every
/// `step` seconds, at dates that keep step with nothing (multiples of the golden ratio), and stands
/// for that long: looking costs more than a whole event.
double ClusterTimeline::stranded_over(double span) {
  constexpr double kStep = 60.0;
  const double step =
      stranded_.looks_at_every_node() ? std::max(kStep, recorder_.interval().value() / 4.0) : kStep;
  if (span >= step) return stranded_.stranded();
  short_stretches_ += span / step;
  double looks = 0.0;
  for (; short_stretches_ >= next_look_; looks += 1.0) {
    constexpr double kGolden = 0.6180339887498949;
    ++look_;
    const double offset = kGolden * static_cast<double>(look_);
    next_look_ = static_cast<double>(look_) + offset - std::floor(offset);
  }
  return looks > 0.0 ? stranded_.stranded() * looks * step / span : 0.0;
}

Timeline ClusterTimeline::timeline() const {
  Timeline timeline = recorder_.timeline();
  for (std::size_t i = 0; i < timeline.gpus_stranded.size(); ++i) {
    const double free = static_cast<double>(gpus_total_) - timeline.gpus_allocated[i];
    double& stranded = timeline.gpus_stranded[i];
    stranded = std::clamp(stranded, 0.0, std::max(0.0, free));
    // Stranded ones are looked at now and then: what is left may be a little off.
    double& idle = timeline.gpus_idle_queued[i];
    idle = std::clamp(idle, 0.0, std::max(0.0, free - stranded));
  }
  return timeline;
}

}  // namespace gpuscape
