#include "sim/study/metrics/worst_week.hpp"

#include <cmath>
#include <utility>
#include <vector>

#include "sim/study/statistics/quantile.hpp"

namespace gpuscape {

std::optional<WorstWeek> worst_week(const JobRecords& jobs, const MetricWindow& window,
                                    const StopCheck& stop) {
  constexpr double kWeek = 7.0 * 86400.0;
  if ((window.last_submit - window.submitted_from).value() < 2.0 * kWeek) return std::nullopt;
  WorstWeek worst;
  std::vector<double> waits;
  const auto close = [&](double week) {
    if (waits.empty()) return;
    sort_values(waits, stop);
    const double p95 = quantile(waits, 0.95);
    waits.clear();
    worst.weeks += 1.0;
    if (!(p95 > 0.0)) worst.weeks_without_wait_at_p95 += 1.0;
    if (worst.week != 0 && p95 <= worst.queue_wait_p95) return;
    worst.week = static_cast<std::int64_t>(week) + 1;
    worst.queue_wait_p95 = p95;
  };
  double week = 0.0;
  for (std::size_t job = 0; job < jobs.size(); ++job) {
    stop.look_at(job);
    const double date = (jobs.submit(job) - window.submitted_from).value();
    if (date < 0.0 || !jobs.in_statistics(job) || !jobs.started(job)) continue;
    if (std::floor(date / kWeek) > week) close(std::exchange(week, std::floor(date / kWeek)));
    waits.push_back(jobs.wait(job).value());
  }
  close(week);
  if (worst.weeks == 0) return std::nullopt;  // nobody started
  return worst;
}

}  // namespace gpuscape
