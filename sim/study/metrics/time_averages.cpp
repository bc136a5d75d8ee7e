/// What was so over time, by day: of it time averages are made.

#include <algorithm>
#include <cmath>
#include <string_view>

#include "sim/run/record/stays.hpp"
#include "sim/study/metrics/run_metrics.hpp"

namespace gpuscape {

namespace {

struct Stretch {
  Seconds from;
  Seconds to;
};

/// Adds `amount` × time to every day that the stretch touches.
void add_stretch(DayCells& cells, const DayGrid& grid, double amount, Stretch stretch) {
  const Seconds from = std::max(stretch.from, grid.begin(0));
  const Seconds to = std::min(stretch.to, grid.begin(grid.days()));
  if (!(from < to)) return;
  const std::size_t last = grid.day_of(to);
  for (std::size_t day = grid.day_of(from); day <= last; ++day) {
    const Seconds begin = std::max(from, grid.begin(day));
    const Seconds end = std::min(to, grid.begin(day + 1));
    if (begin < end) cells.numerator[day] += amount * (end - begin).value();
  }
}

DayCells seconds_by_day(const DayGrid& grid) {
  DayCells cells(grid.days());
  for (std::size_t day = 0; day < grid.days(); ++day) {
    cells.denominator[day] = (grid.begin(day + 1) - grid.begin(day)).value();
  }
  return cells;
}

/// Where a segment runs on, it ends with the run as far as that is known.
Seconds end_of(const Segment& segment, const RunResult& run) {
  return std::isnan(segment.end.value()) ? run.end : segment.end;
}

/// Value × time of a series of the timeline.
DayCells series_by_day(const RunResult& run, std::string_view series, const DayGrid& grid,
                       const StopCheck& stop) {
  DayCells cells = seconds_by_day(grid);
  const Seconds interval = run.timeline.interval;
  const std::vector<double>& values = run.timeline[series];
  for (std::size_t i = 0; i < values.size(); ++i) {
    stop.look_at(i);
    const Seconds from = interval * static_cast<double>(i);
    const Seconds to = std::min(from + interval, run.end);
    add_stretch(cells, grid, values[i], {from, to});
  }
  return cells;
}

/// Some jobs share the whole GPUs that they ask for: what is known of them is an average of their
/// time.
bool knows_averages(const RunResult& run) {
  for (std::size_t job = 0; job < run.jobs.size(); ++job)
    if (run.jobs.demand(job).gpu_milli == 0 && run.jobs.has_parts(job)) return true;
  return false;
}

}  // namespace

DayCells allocated_by_day(const RunResult& run, const DayGrid& grid, const StopCheck& stop) {
  if (knows_averages(run)) return series_by_day(run, "gpus_allocated", grid, stop);
  DayCells cells = seconds_by_day(grid);
  for (std::size_t job = 0; job < run.jobs.size(); ++job) {
    stop.look_at(job);
    for (const Segment& segment : run.jobs.segments(job)) {
      double gpus = run.counts_cores ? run.held(job) : 0.0;
      for (const AllocationSpan& span : run.jobs.spans(segment))
        gpus += run.jobs.gpus_held(job, span);
      add_stretch(cells, grid, gpus, {segment.start, end_of(segment, run)});
    }
    for (const StandbyStay& stay : standby_stays(run.jobs, job))
      add_stretch(cells, grid, stay.at.gpus,
                  {stay.start, std::isnan(stay.end.value()) ? run.end : stay.end});
  }
  return cells;
}

DayCells waiting_by_day(const RunResult& run, const DayGrid& grid, const StopCheck& stop) {
  DayCells cells = seconds_by_day(grid);
  for (std::size_t job = 0; job < run.jobs.size(); ++job) {
    stop.look_at(job);
    if (!run.jobs.can_run(job)) continue;
    Seconds since = run.jobs.submit(job);
    for (const Segment& segment : run.jobs.segments(job)) {
      add_stretch(cells, grid, 1.0, {since, segment.start});
      since = end_of(segment, run);
    }
    if (!run.jobs.ended(job)) add_stretch(cells, grid, 1.0, {since, run.end});
  }
  return cells;
}

DayCells stranded_by_day(const RunResult& run, const DayGrid& grid, const StopCheck& stop) {
  return series_by_day(run, "gpus_stranded", grid, stop);
}

DayCells cores_stranded_by_day(const RunResult& run, const DayGrid& grid, const StopCheck& stop) {
  return series_by_day(run, "cores_stranded", grid, stop);
}

DayCells memory_stranded_by_day(const RunResult& run, const DayGrid& grid, const StopCheck& stop) {
  return series_by_day(run, "memory_stranded_gib", grid, stop);
}

double cores_on_nodes(const RunResult& run) {
  constexpr double kMilli = 1000.0;
  double cores = 0.0;
  for (const NodeLabel& node : run.nodes)
    if (!node.pool) cores += static_cast<double>(node.milli_cores) * node.count / kMilli;
  return cores;
}

double memory_on_nodes_gib(const RunResult& run) {
  constexpr double kMebibytesPerGibibyte = 1024.0;
  double gib = 0.0;
  for (const NodeLabel& node : run.nodes)
    if (!node.pool)
      gib += static_cast<double>(node.memory_mib) * node.count / kMebibytesPerGibibyte;
  return gib;
}

}  // namespace gpuscape
