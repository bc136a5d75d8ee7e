#include "sim/study/metrics/goodput.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "sim/run/record/stays.hpp"
#include "sim/study/metrics/cost_of_run.hpp"

namespace gpuscape {

GpuTimeSplit gpu_time_split(const RunResult& run) {
  GpuTimeSplit split;
  auto times = run.life_times.begin();
  for (std::size_t job = 0; job < run.jobs.size(); ++job) {
    while (times != run.life_times.end() && times->first < job) ++times;
    if (run.jobs.state(job) != JobState::completed) continue;
    Seconds on_nodes{0.0};
    for (const Segment& segment : run.jobs.segments(job)) on_nodes += segment.end - segment.start;
    const double gpus = run.held(job);
    const Seconds run_time = std::min(run.jobs.run_time(job), on_nodes);
    LifeTimes lost;
    if (times != run.life_times.end() && times->first == job) lost = times->second;
    split.held += gpus_for(gpus, on_nodes);
    split.useful += gpus_for(gpus, run_time);
    split.redone += gpus_for(gpus, lost.redone);
    split.saving += gpus_for(gpus, lost.saving);
    split.starting += gpus_for(gpus, lost.starting);
    split.straggling += gpus_for(gpus, lost.straggling);
    for (const StandbyStay& stay : standby_stays(run.jobs, job))
      split.standby += gpus_for(stay.at.gpus, stay.end - stay.start);
  }
  split.slowed =
      split.held - split.useful - split.redone - split.saving - split.starting - split.straggling;
  split.held += split.standby;
  constexpr double kRounding = 1e-9;
  if (std::abs(split.slowed.value()) < kRounding * split.held.value())
    split.slowed = GpuSeconds(0.0);
  return split;
}

double goodput_share(const RunResult& run, const MetricWindow& window, const StopCheck& stop) {
  HeldTime all;
  for (std::size_t job = 0; job < run.jobs.size(); ++job) {
    stop.look_at(job);
    const HeldTime of_job = held_time(run, job, window);
    all.held += of_job.held;
    all.useful += of_job.useful;
  }
  return all.held > GpuSeconds(0.0) ? all.useful / all.held : std::nan("");
}

double effective_time_share(const RunResult& run, const MetricWindow& window,
                            const StopCheck& stop) {
  GpuSeconds worked{0.0};
  GpuSeconds elapsed{0.0};
  for (std::size_t job = 0; job < run.jobs.size(); ++job) {
    stop.look_at(job);
    if (run.jobs.state(job) != JobState::completed || !counts(run.jobs, job, window)) continue;
    const std::span<const Segment> segments = run.jobs.segments(job);
    const Seconds time = segments.back().end - segments.front().start;
    worked += gpus_for(run.held(job), std::min(run.jobs.run_time(job), time));
    elapsed += gpus_for(run.held(job), time);
  }
  return elapsed > GpuSeconds(0.0) ? worked / elapsed : std::nan("");
}

double interruptions(const RunResult& run, const MetricWindow& window, const StopCheck& stop) {
  double count = 0.0;
  for (std::size_t job = 0; job < run.jobs.size(); ++job) {
    stop.look_at(job);
    for (const Segment& segment : run.jobs.segments(job))
      if (segment.cause == Cause::node_failed && segment.end > window.submitted_from &&
          !(segment.end > window.average_to))
        count += 1.0;
    count += static_cast<double>(std::ranges::count_if(
        survived_failures(run.jobs, job),
        [&](Seconds date) { return date > window.submitted_from && !(date > window.average_to); }));
  }
  return count;
}

double gpus_up_share(const RunResult& run, const MetricWindow& window) {
  const std::vector<double>& up = run.timeline["gpus_up"];
  if (up.empty()) return 1.0;
  double sum = 0.0;
  Seconds length{0.0};
  for (std::size_t i = 0; i < up.size(); ++i) {
    const Seconds from = run.timeline.interval * static_cast<double>(i);
    const Seconds to = std::min(from + run.timeline.interval, run.end);
    const Seconds within = std::min(to, window.average_to) - std::max(from, window.submitted_from);
    if (!(within > Seconds(0.0))) continue;
    sum += up[i] * within.value();
    length += within;
  }
  const double all = static_cast<double>(run.gpus_total) * length.value();
  return all > 0.0 ? sum / all : std::nan("");
}

}  // namespace gpuscape
