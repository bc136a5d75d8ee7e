#include "sim/study/metrics/power_of_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "sim/cost/cost_model.hpp"
#include "sim/run/record/stays.hpp"
#include "sim/study/metrics/held_share.hpp"

namespace gpuscape {

namespace {

constexpr double kWattsPerKw = 1e3;
constexpr double kJoulesPerKwh = 3.6e6;

/// Watts over equal intervals, from stretches of constant power.
class PowerOverTime {
 public:
  PowerOverTime(Seconds interval, std::size_t count, Seconds end)
      : interval_(interval.value()),
        end_(end.value()),
        edges_(count, 0.0),
        steady_(count + 1, 0.0) {}

  void add(Seconds start, Seconds end, double watts) {
    const double from = std::max(0.0, start.value());
    const double to = std::min(end.value(), end_);
    if (!(to > from) || edges_.empty()) return;
    const std::size_t first = index(from);
    const std::size_t last = index(to);
    if (first == last) {
      edges_[first] += watts * (to - from);
      return;
    }
    edges_[first] += watts * (interval_ * static_cast<double>(first + 1) - from);
    edges_[last] += watts * (to - interval_ * static_cast<double>(last));
    steady_[first + 1] += watts;
    steady_[last] -= watts;
  }

  /// The mean of each interval, of the last one over the part that has passed.
  [[nodiscard]] std::vector<double> means() const {
    std::vector<double> all(edges_.size());
    double steady = 0.0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      steady += steady_[i];
      const double length = std::min(interval_, end_ - interval_ * static_cast<double>(i));
      all[i] = steady + (length > 0.0 ? edges_[i] / length : 0.0);
    }
    return all;
  }

 private:
  [[nodiscard]] std::size_t index(double date) const {
    return std::min(static_cast<std::size_t>(date / interval_), edges_.size() - 1);
  }

  double interval_;
  double end_;
  std::vector<double> edges_;   // J of stretches that begin or end in it
  std::vector<double> steady_;  // changes of the W that last through it
};

void add_series(RunResult& run, const PowerDraw& draw, const std::vector<PowerOverTime>& above) {
  std::vector<double> all(run.timeline.size(), draw.parts / kWattsPerKw);
  std::vector<std::vector<double>> groups;
  for (std::size_t group = 0; group < above.size(); ++group) {
    std::vector<double>& watts = groups.emplace_back(above[group].means());
    const std::optional<PowerDraw::Node>& node = draw.pools[group];
    const double idle = node ? node->idle * run.nodes[group].count : 0.0;
    for (std::size_t i = 0; i < watts.size(); ++i) {
      watts[i] = (watts[i] + idle) / kWattsPerKw;
      all[i] += watts[i];
    }
  }
  if (draw.complete) run.timeline["power_kw"] = all;
  const bool each = groups.size() > 1 || !draw.complete;
  for (std::size_t group = 0; each && group < groups.size(); ++group)
    if (draw.pools[group])
      run.timeline.add(fmt::format("power_kw {}", run.nodes[group].group)) =
          std::move(groups[group]);
  if (draw.building == 1.0 || !draw.complete) return;
  for (double& kilowatts : all) kilowatts *= draw.building;
  run.timeline["hall_power_kw"] = std::move(all);
}

}  // namespace

void add_power(RunResult& run) {
  if (run.cost == nullptr || !run.energy_kwh.empty()) return;
  const std::optional<PowerDraw> draw = run.cost->power_draw();
  if (!draw || draw->pools.size() != run.nodes.size()) return;
  std::vector<PowerOverTime> above(
      run.nodes.size(), PowerOverTime(run.timeline.interval, run.timeline.size(), run.end));
  run.energy_kwh.assign(run.jobs.size(), 0.0);
  for (std::size_t job = 0; job < run.jobs.size(); ++job) {
    for (const Segment& segment : run.jobs.segments(job)) {
      const Seconds end = std::isnan(segment.end.value()) ? run.end : segment.end;
      const std::span<const AllocationSpan> spans = run.jobs.spans(segment);
      for (const AllocationSpan& span : spans) {
        const std::size_t group = run.group_of(span.node);
        const std::optional<PowerDraw::Node>& node = draw->pools[group];
        if (!node) {
          run.energy_kwh[job] = std::numeric_limits<double>::quiet_NaN();
          continue;
        }
        const double share = held_share(run, job, span, spans);
        above[group].add(segment.start, end, node->held * share);
        run.energy_kwh[job] +=
            (node->idle + node->held) * share * (end - segment.start).value() / kJoulesPerKwh;
      }
    }
    for (const StandbyStay& stay : standby_stays(run.jobs, job)) {  // idle
      const std::size_t group = run.group_of(stay.at.node);
      const std::optional<PowerDraw::Node>& node = draw->pools[group];
      if (!node) continue;
      const Seconds end = std::isnan(stay.end.value()) ? run.end : stay.end;
      run.energy_kwh[job] += node->idle * stay.at.gpus / run.nodes[group].gpus *
                             (end - stay.start).value() / kJoulesPerKwh;
    }
  }
  add_series(run, *draw, above);
}

}  // namespace gpuscape
