#include "sim/study/metrics/showback.hpp"

#include <algorithm>
#include <tuple>

#include "sim/base/units/clock_units.hpp"
#include "sim/cost/cost_model.hpp"
#include "sim/study/metrics/cost_of_run.hpp"
#include "sim/study/metrics/job_groups.hpp"

namespace gpuscape {

namespace {

/// Held and useful GPU time of the window by group, in s.
std::vector<ShowbackRow> held_by(const JobGroups& groups, const RunResult& run,
                                 const MetricWindow& window) {
  std::vector<ShowbackRow> rows;
  rows.reserve(groups.names.size());
  for (const std::string& name : groups.names) rows.push_back({.name = name});
  for (std::size_t job = 0; job < run.jobs.size(); ++job) {
    const HeldTime held = held_time(run, job, window);
    if (!(held.held > GpuSeconds(0.0))) continue;
    ShowbackRow& row = rows[groups.of(run.jobs, job)];
    ++row.jobs;
    row.held_gpu_hours += held.held.value();
    row.useful_gpu_hours += held.useful.value();
  }
  std::erase_if(rows, [](const ShowbackRow& row) { return row.jobs == 0; });
  return rows;
}

}  // namespace

std::vector<Showback> showback(const StudyResult& result) {
  const CostModel& cost = *result.first.cost;
  const CostTotals totals = cost.totals(result.usage);
  const Seconds used = cost.spec().horizon - cost.spec().build;
  const double capacity =
      static_cast<double>(cost.inventory().gpus()) * (used.value() / kSecondsPerHour);
  const MetricWindow window{.submitted_from = result.averaged_from,
                            .average_to = result.averaged_to,
                            .last_submit = result.averaged_to};
  const double horizons = used / (window.average_to - window.submitted_from);
  std::vector<Showback> all;
  for (const JobGroups& groups : job_groups(result.first)) {
    Showback one{.kind = std::string(groups.kind), .rows = held_by(groups, result.first, window)};
    double held = 0.0;
    for (const ShowbackRow& row : one.rows) held += row.held_gpu_hours;
    for (ShowbackRow& row : one.rows) {
      row.cost = totals.total * (row.held_gpu_hours / held);
      row.held_gpu_hours *= horizons / kSecondsPerHour;
      row.useful_gpu_hours *= horizons / kSecondsPerHour;
      row.idle_cost = std::max(0.0, row.cost - totals.total * (row.held_gpu_hours / capacity));
    }
    std::ranges::sort(one.rows, {}, [](const ShowbackRow& row) {
      return std::tuple(-row.cost, std::string_view(row.name));
    });
    all.push_back(std::move(one));
  }
  return all;
}

}  // namespace gpuscape
