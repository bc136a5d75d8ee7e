#include "sim/sweep/run_forecast.hpp"

#include <algorithm>

#include "sim/base/error.hpp"
#include "sim/base/interrupted.hpp"
#include "sim/study/memory_need.hpp"
#include "sim/study/metrics/estimates.hpp"
#include "sim/study/study.hpp"
#include "sim/sweep/time_limit.hpp"

namespace gpuscape {

namespace {

/// Of replication 0: what has come and what has ended count alike.
double share_of(const RunResult& run, const StudyProgress& last) {
  const auto come = static_cast<double>(run.jobs.size());
  if (come == 0.0) return 0.0;
  return last.share * 0.5 * (1.0 + std::min(1.0, static_cast<double>(last.jobs_ended) / come));
}

/// Replications, and whether there may be more of them.
struct Wanted {
  double count = 1.0;
  bool is_at_least = false;
};

Wanted wanted_of(const CheckedScenario& scenario) {
  const bool generated = std::ranges::any_of(
      scenario.spec.streams, [](const StreamSpec& stream) { return !stream.trace; });
  if (!generated) return {};
  if (const auto asked = scenario.spec.run.replications)
    return {.count = static_cast<double>(*asked)};
  return {.count = static_cast<double>(kFirstBatch), .is_at_least = true};
}

}  // namespace

std::optional<RunForecast> forecast_run(const CheckedScenario& scenario, TraceCache& traces,
                                        Seconds most) {
  RunForecast forecast;
  const Seconds begin = process_time();
  Seconds ready = begin;
  StudyProgress last;
  try {
    const TimeLimit limit(most);
    StudyOptions study;
    study.threads = 1;
    study.stop = limit.token();
    // What is told at the end of a first replication that was stopped says nothing of it.
    study.progress = [&last](const StudyProgress& now) {
      if (now.replications == 0) last = now;
    };
    forecast.memory = memory_need(scenario, traces.inputs(scenario.spec, study.stop));
    ready = process_time();
    forecast.trial = run_study(scenario, traces, study);
  } catch (const Interrupted&) {
    forecast.time = process_time() - begin;
    forecast.is_at_least = true;
    return forecast;
  } catch (const RunError&) {
    return std::nullopt;
  } catch (const ScenarioError&) {
    return std::nullopt;
  }
  const Seconds spent = process_time() - ready;
  const StudyResult& result = forecast.trial->result;
  if (!result.partial) {
    forecast.time = process_time() - begin;
    return forecast;
  }
  Wanted wanted = wanted_of(scenario);
  if (wanted.is_at_least && result.replications >= static_cast<std::int64_t>(kFirstBatch))
    wanted = {.count = std::min(static_cast<double>(kMostReplications),
                                replications_for_precision(result))};
  const double share = result.first.partial ? share_of(result.first, last) : 1.0;
  const double done = result.first.partial
                          ? share
                          : static_cast<double>(std::max<std::int64_t>(1, result.replications));
  if (!(done > 0.0)) {
    forecast.time = process_time() - begin;
    forecast.is_at_least = true;
    return forecast;
  }
  forecast.share = share;
  forecast.is_at_least = wanted.is_at_least;
  forecast.time = ready - begin + spent * (std::max(wanted.count, done) / done);
  return forecast;
}

}  // namespace gpuscape
