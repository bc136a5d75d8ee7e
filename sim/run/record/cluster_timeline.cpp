#include "sim/run/record/cluster_timeline.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace gpuscape {

void ClusterTimeline::hold_until(Seconds date) {
  const Stranded stranded = stranded_over(date - held_until_);
  const double free = static_cast<double>(gpus_total_ - gpus_away_) - counts_.gpus_allocated();
  recorder_.hold(date, values_now<kClusterSeries>(ClusterNow{counts_, stranded.gpus, free}));
  if (stranded_.looks_at_every_node()) {
    if (!records_cores_)
      cores_and_memory_.hold(held_until_, values_now<kStrandedSeries>(Stranded{}));
    records_cores_ = true;
    cores_and_memory_.hold(date, values_now<kStrandedSeries>(stranded));
  }
  held_until_ = date;
}

/// What is stranded on average, to record for a stretch of that length in which nothing changed.
/// Long stretches are looked at. Of the short ones, laid end to end, one is looked at in every
/// `step` seconds, at dates that keep step with nothing (multiples of the golden ratio), and stands
/// for that long: looking costs more than a whole event.
Stranded ClusterTimeline::stranded_over(Seconds span) {
  constexpr Seconds kStep{60.0};
  const Seconds step =
      stranded_.looks_at_every_node() ? std::max(kStep, recorder_.interval() / 4.0) : kStep;
  if (span >= step) return look(span);
  short_stretches_ += span / step;
  double looks = 0.0;
  for (; short_stretches_ >= next_look_; looks += 1.0) {
    constexpr double kGolden = 0.6180339887498949;
    ++look_;
    const double offset = kGolden * static_cast<double>(look_);
    next_look_ = static_cast<double>(look_) + offset - std::floor(offset);
  }
  if (looks == 0.0) return {};
  return look(step * looks) * (looks * step.value() / span.value());
}

/// What is stranded now, which stands for so long.
Stranded ClusterTimeline::look(Seconds length) {
  if (!stranded_.any_asks()) return stranded_.stranded();
  by_group_.resize(stranded_.group_count(), 0.0);
  Stranded sum;
  for (std::size_t group = 0; group < by_group_.size(); ++group) {
    const Stranded stranded = stranded_.stranded(group);
    by_group_[group] += stranded.gpus * length.value();
    sum += stranded;
  }
  return sum;
}

Timeline ClusterTimeline::timeline() const {
  Timeline timeline;
  recorder_.add_to<kClusterSeries>(timeline);
  if (records_cores_) {
    cores_and_memory_.add_to<kStrandedSeries>(timeline);
    // They are looked at now and then, and what a look stands for may be a little too long.
    const Stranded most = stranded_.of_all_nodes();
    for (double& cores : timeline["cores_stranded"]) cores = std::min(cores, most.cores);
    for (double& memory : timeline["memory_stranded_gib"])
      memory = std::min(memory, most.memory_gib);
  }
  const std::vector<double>& allocated = timeline["gpus_allocated"];
  std::vector<double>& stranded = timeline["gpus_stranded"];
  std::vector<double>& idle = timeline["gpus_idle_queued"];
  for (std::size_t i = 0; i < timeline.size(); ++i) {
    const double free = static_cast<double>(gpus_total_) - allocated[i];
    stranded[i] = std::clamp(stranded[i], 0.0, std::max(0.0, free));
    // Stranded ones are looked at now and then: what is left may be a little off.
    idle[i] = std::clamp(idle[i], 0.0, std::max(0.0, free - stranded[i]));
  }
  return timeline;
}

}  // namespace gpuscape
