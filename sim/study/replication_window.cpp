#include "sim/study/replication_window.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/study/warm_up.hpp"

namespace gpuscape {

namespace {

/// Until when a generated workload submits; none where a stream is a log or counts its jobs.
std::optional<Seconds> generated_span(const ScenarioSpec& scenario) {
  std::optional<Seconds> longest;
  for (const StreamSpec& stream : scenario.streams) {
    std::optional<Seconds> span;
    if (stream.generate) span = stream.generate->duration;
    if (stream.closed) span = stream.closed->duration;
    if (!span) return std::nullopt;
    longest = std::max(longest.value_or(Seconds(0.0)), *span);
  }
  return longest;
}

}  // namespace

ReplicationWindow::ReplicationWindow(const ScenarioSpec& scenario)
    : scenario_(scenario),
      synthetic_(std::any_of(scenario.streams.begin(), scenario.streams.end(),
                             [](const StreamSpec& stream) { return !stream.trace.has_value(); })),
      span_(generated_span(scenario)) {}

WarmUp ReplicationWindow::found_warm_up(std::span<const RunResult* const> runs) const {
  if (scenario_.run.warm_up) return {*scenario_.run.warm_up, "given"};
  if (!synthetic_) return {};
  Seconds end = kForever;
  for (const RunResult* run : runs) end = std::min(end, whole_log(*run).last_submit);
  const auto found = find_warm_up(runs, end);
  WarmUp warm_up{found.value_or(end * 0.5), fmt::format("MSER-5 over {} replication{}", runs.size(),
                                                        runs.size() == 1 ? "" : "s")};
  if (!found) warm_up.method += ": not settled, so the first half";
  if (has_work_within(runs, warm_up.length)) return warm_up;
  return {Seconds(0.0),
          "none: less than half of what jobs ask for lies before the last submission, so averages "
          "are over the whole run",
          true};
}

/// Of the work of all these runs together at least half, so that the answer does not depend on who
/// is first. Of jobs in circulation the next one comes when one ends: they fill any window.
bool ReplicationWindow::has_work_within(std::span<const RunResult* const> runs,
                                        Seconds warm_up) const {
  if (runs.front()->has_closed_stream()) return true;
  double share = 0.0;
  for (const RunResult* run : runs) share += work_within(*run, after(*run, warm_up));
  return share >= 0.5 * static_cast<double>(runs.size());
}

MetricWindow ReplicationWindow::after(const RunResult& run, Seconds warm_up) const {
  if (!synthetic_ && !(warm_up > Seconds(0.0))) return whole_log(run);
  return after_warm_up(run, warm_up, synthetic_ && !run.partial ? span_ : std::nullopt);
}

}  // namespace gpuscape
