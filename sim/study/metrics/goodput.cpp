#include "sim/study/metrics/goodput.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "sim/run/record/network_loss.hpp"
#include "sim/run/record/stays.hpp"
#include "sim/study/metrics/cost_of_run.hpp"

namespace gpuscape {

namespace {

void add_completed(const RunResult& run, std::size_t job, const LifeTimes& lost,
                   GpuTimeSplit& split) {
  const Seconds on_nodes = time_on_nodes(run.jobs, job);
  const double gpus = run.held(job);
  split.held += held_on_nodes(run, job);
  const Seconds saving = lost.saving - lost.saving_lacked;
  const Seconds starting = lost.starting - lost.starting_lacked;
  // What it works off takes as many GPU seconds on fewer nodes, or more. Its run time is rescaled
  // for GPUs that are near each other: others of the node may take less.
  const Seconds worked = was_resized(run.jobs, job)
                             ? run.jobs.run_time(job)
                             : on_nodes - lost.redone - saving - starting - lost.straggling;
  split.useful += gpus_for(gpus, std::clamp(worked, Seconds(0.0), run.jobs.run_time(job)));
  split.redone += gpus_for(gpus, lost.redone);
  split.saving += gpus_for(gpus, saving);
  split.starting += gpus_for(gpus, starting);
  split.straggling += gpus_for(gpus, lost.straggling);
}

GpuSeconds held_on_standby(const JobRecords& jobs, std::size_t job) {
  GpuSeconds held{0.0};
  for (const StandbyStay& stay : standby_stays(jobs, job))
    held += gpus_for(stay.at.gpus, stay.end - stay.start);
  return held;
}

}  // namespace

GpuSeconds held_on_nodes(const RunResult& run, std::size_t job) {
  if (!was_resized(run.jobs, job)) return gpus_for(run.held(job), time_on_nodes(run.jobs, job));
  GpuSeconds held{0.0};
  for (const Segment& segment : run.jobs.segments(job))
    held += gpus_for(gpus_in(run.jobs, job, segment), segment.end - segment.start);
  return held;
}

GpuTimeSplit gpu_time_split(const RunResult& run, const MetricWindow* window,
                            const StopCheck& stop) {
  GpuTimeSplit split;
  auto times = run.life_times.begin();
  for (std::size_t job = 0; job < run.jobs.size(); ++job) {
    stop.look_at(job);
    while (times != run.life_times.end() && times->first < job) ++times;
    const JobState state = run.jobs.state(job);
    if (state != JobState::completed && state != JobState::failed) continue;
    if (window != nullptr && !counts(run.jobs, job, *window)) continue;
    if (state == JobState::failed) {
      for (const Segment& segment : run.jobs.segments(job))
        split.failed += gpus_for(gpus_in(run.jobs, job, segment), segment.end - segment.start);
      split.failed += held_on_standby(run.jobs, job);
      continue;
    }
    LifeTimes lost;
    if (times != run.life_times.end() && times->first == job) lost = times->second;
    add_completed(run, job, lost, split);
    split.standby += held_on_standby(run.jobs, job);
  }
  split.slowed =
      split.held - split.useful - split.redone - split.saving - split.starting - split.straggling;
  split.held += split.standby;
  constexpr double kRounding = 1e-9;
  if (std::abs(split.slowed.value()) < kRounding * split.held.value())
    split.slowed = GpuSeconds(0.0);
  split.held += split.failed;
  return split;
}

double share_of_held(const RunResult& run, const MetricWindow& window,
                     GpuSeconds GpuTimeSplit::* part, const StopCheck& stop) {
  if (!run.may_lose_work) return std::nan("");
  const GpuTimeSplit split = gpu_time_split(run, &window, stop);
  return split.held > GpuSeconds(0.0) ? split.*part / split.held : std::nan("");
}

double waiting_for_nodes_share(const RunResult& run, const MetricWindow& window,
                               const StopCheck& stop) {
  if (!run.may_lose_work) return std::nan("");
  GpuSeconds waited{0.0};
  GpuSeconds elapsed{0.0};
  for (std::size_t job = 0; job < run.jobs.size(); ++job) {
    stop.look_at(job);
    if (run.jobs.state(job) != JobState::completed || !counts(run.jobs, job, window)) continue;
    const std::span<const Segment> segments = run.jobs.segments(job);
    elapsed += gpus_for(run.held(job), segments.back().end - segments.front().start);
    for (std::size_t i = 1; i < segments.size(); ++i)
      waited += gpus_for(run.held(job), segments[i].start - segments[i - 1].end);
  }
  return elapsed > GpuSeconds(0.0) ? waited / elapsed : std::nan("");
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
