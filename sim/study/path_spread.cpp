#include "sim/study/path_spread.hpp"

#include <algorithm>
#include <utility>

#include "sim/base/parallel.hpp"
#include "sim/study/metrics/run_metrics.hpp"

namespace gpuscape {

namespace {

constexpr std::size_t kDraws = 10;

constexpr std::pair<PathSpread::Range PathSpread::*, std::string_view> kRanges[] = {
    {&PathSpread::job_slowdown_mean, "job_slowdown_mean"},
    {&PathSpread::job_slowdown_p50, "job_slowdown_p50"},
    {&PathSpread::job_slowdown_p95, "job_slowdown_p95"},
    {&PathSpread::job_slowed_share, "job_slowed_share"},
    {&PathSpread::queue_wait_mean, "queue_wait_mean_s"},
};

PathSpread::Range range_of(const std::vector<RunMetrics>& draws, std::string_view metric) {
  PathSpread::Range range{0.0, draws.front()[metric], draws.front()[metric]};
  for (const RunMetrics& draw : draws) {
    range.mean += draw[metric] / static_cast<double>(draws.size());
    range.least = std::min(range.least, draw[metric]);
    range.most = std::max(range.most, draw[metric]);
  }
  return range;
}

}  // namespace

std::optional<PathSpread> spread_over_paths(const ReplayedOnce& replay,
                                            const StudyOptions& options) {
  const std::optional<TrafficResult>& traffic = replay.run.traffic;
  if (!traffic || traffic->jobs.empty() || !traffic->routing.is_drawn()) return std::nullopt;
  std::vector<std::optional<RunMetrics>> others(kDraws - 1);
  for_each_index(others.size(), options.threads, [&](std::size_t i) {
    RunInputs inputs = replay.inputs;
    inputs.path_draw = i + 1;
    Run run(replay.scenario, inputs);
    run.step_until(kForever, options.stop);
    const RunResult result = run.finish();
    if (result.partial) return;
    const std::optional<Seconds>& warm_up = replay.scenario.spec.run.warm_up;
    const MetricWindow window = warm_up ? after_warm_up(result, *warm_up) : whole_log(result);
    others[i] = run_metrics(result, window, replay.scenario.spec.scheduler.kill_overrun);
  });
  std::vector<RunMetrics> draws{replay.metrics};
  for (const std::optional<RunMetrics>& other : others)
    if (other) draws.push_back(*other);
  PathSpread spread;
  spread.draws = static_cast<std::int64_t>(draws.size());
  for (const auto& [range, metric] : kRanges) spread.*range = range_of(draws, metric);
  return spread;
}

}  // namespace gpuscape
