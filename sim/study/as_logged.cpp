#include "sim/study/as_logged.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sim/study/quantile.hpp"

namespace gpuscape {

namespace {

constexpr double kClose = 300.0;      // s
constexpr double kCloseShare = 0.20;  // of the logged wait

}  // namespace

std::optional<AsLogged> as_logged(const RunResult& run, const std::vector<LoadedTrace>& traces) {
  const bool any = std::any_of(traces.begin(), traces.end(), [](const LoadedTrace& trace) {
    return trace.table && trace.table->started_in_log() > 0;
  });
  if (!any) return std::nullopt;
  AsLogged logged;
  std::vector<double> waits;
  std::vector<double> completions;
  std::vector<std::size_t> next(traces.size(), 0);
  std::int64_t close = 0;
  double gpu_seconds = 0.0;
  double last_end = run.end.value();
  for (std::size_t job = 0; job < run.jobs.size(); ++job) {
    const std::size_t stream = run.jobs.stream(job);
    const std::size_t row = next[stream]++;
    if (!traces[stream].table) continue;
    const double start = traces[stream].table->logged_start(row);
    if (std::isnan(start)) continue;
    // Dates of a table count from its own first submission, as those of the run do.
    const Job as_submitted = traces[stream].table->job(row);
    const double wait = start - as_submitted.submit.value();
    const double run_time = as_submitted.run_time.value();
    waits.push_back(wait);
    completions.push_back(wait + run_time);
    gpu_seconds += as_submitted.demand.gpus * run_time;
    last_end = std::max(last_end, start + run_time);
    if (!run.jobs.started(job)) continue;
    ++logged.compared;
    const double difference = std::abs(run.jobs.wait(job).value() - wait);
    if (difference <= std::max(kClose, kCloseShare * wait)) ++close;
  }
  if (waits.empty()) return std::nullopt;
  std::sort(waits.begin(), waits.end());
  logged.jobs = static_cast<std::int64_t>(waits.size());
  logged.queue_wait_mean = mean(waits);
  logged.queue_wait_p50 = quantile(waits, 0.5);
  logged.queue_wait_p95 = quantile(waits, 0.95);
  logged.completion_mean = mean(completions);
  // Beside the replay of all jobs it would mislead if some were missing or ran elsewhere.
  const bool all_known = waits.size() == run.jobs.size() && run.never_fit == 0;
  logged.gpus_allocated_share = all_known
                                    ? gpu_seconds / (static_cast<double>(run.gpus_total) * last_end)
                                    : std::numeric_limits<double>::quiet_NaN();
  logged.close_share = static_cast<double>(close) / static_cast<double>(logged.compared);
  return logged;
}

}  // namespace gpuscape
