#include "sim/study/metrics/run_metrics.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <utility>

#include "sim/run/record/run_time_got.hpp"
#include "sim/study/metrics/metrics.hpp"
#include "sim/study/statistics/quantile.hpp"

namespace gpuscape {

namespace {

Seconds last_submission(const RunResult& run) {
  return run.jobs.size() == 0 ? Seconds(0.0) : run.jobs.submit(run.jobs.size() - 1);
}

bool fits(const JobRecords& jobs, std::size_t job) { return jobs.can_run(job); }

}  // namespace

MetricWindow whole_log(const RunResult& run) {
  const Seconds last = last_submission(run);
  return {.submitted_from = Seconds(0.0),
          .average_to = last > Seconds(0.0) ? last : run.end,
          .last_submit = last};
}

MetricWindow after_warm_up(const RunResult& run, Seconds warm_up, std::optional<Seconds> until) {
  const Seconds last = last_submission(run);
  return {.submitted_from = warm_up, .average_to = until.value_or(last), .last_submit = last};
}

MetricWindow whole_run(const RunResult& run) {
  return {
      .submitted_from = Seconds(0.0), .average_to = run.end, .last_submit = last_submission(run)};
}

double work_within(const RunResult& run, const MetricWindow& window) {
  double all = 0.0;
  double within = 0.0;
  for (std::size_t job = 0; job < run.jobs.size(); ++job) {
    if (!fits(run.jobs, job) || !counts(run.jobs, job, window)) continue;
    const Seconds time = run_time_got(run.jobs, job, true);
    const Seconds left = std::max(Seconds(0.0), window.average_to - run.jobs.submit(job));
    all += run.held(job) * time.value();
    within += run.held(job) * std::min(time, left).value();
  }
  return all > 0.0 ? within / all : 1.0;
}

DayGrid day_grid(const MetricWindow& window) {
  return {window.submitted_from, window.last_submit, window.average_to};
}

DatedValues queue_waits(const RunResult& run, const MetricWindow& window, const DayGrid& grid,
                        const StopCheck& stop) {
  const JobRecords& jobs = run.jobs;
  DatedValues sample;
  for (std::size_t job = 0; job < jobs.size(); ++job) {
    stop.look_at(job);
    if (!counts(jobs, job, window) || !jobs.started(job)) continue;
    sample.value.push_back(jobs.wait(job).value());
    sample.day.push_back(static_cast<std::uint32_t>(grid.day_of(jobs.submit(job))));
  }
  return sample;
}

DatedValues completion_times(const RunResult& run, const MetricWindow& window, const DayGrid& grid,
                             const StopCheck& stop) {
  const JobRecords& jobs = run.jobs;
  DatedValues sample;
  for (std::size_t job = 0; job < jobs.size(); ++job) {
    stop.look_at(job);
    if (!counts(jobs, job, window) || !jobs.ended_by_itself(job)) continue;
    sample.value.push_back(jobs.completion_time(job).value());
    sample.day.push_back(static_cast<std::uint32_t>(grid.day_of(jobs.submit(job))));
  }
  return sample;
}

DatedValues job_slowdowns(const RunResult& run, const MetricWindow& window, const DayGrid& grid,
                          const StopCheck& stop) {
  DatedValues sample;
  if (!run.traffic) return sample;
  for (const TrafficRecord& record : run.traffic->jobs) {
    stop.look_at(sample.value.size());
    if (!counts(run.jobs, record.job, window)) continue;
    const Seconds submit = run.jobs.submit(record.job);
    sample.value.push_back(record.slowdown);
    sample.day.push_back(static_cast<std::uint32_t>(grid.day_of(submit)));
  }
  return sample;
}

std::int64_t longest_queue(const JobRecords& jobs, const MetricWindow& window,
                           const StopCheck& stop) {
  std::vector<Seconds> submits;
  std::vector<double> starts;  // s
  for (std::size_t job = 0; job < jobs.size(); ++job) {
    stop.look_at(job);
    if (!fits(jobs, job) || (jobs.started(job) && !(jobs.wait(job) > Seconds(0.0)))) continue;
    submits.push_back(jobs.submit(job));
    if (jobs.started(job)) starts.push_back(jobs.segments(job).front().start.value());
  }
  sort_values(starts, stop);
  std::int64_t longest = 0;
  std::size_t left = 0;
  for (std::size_t joined = 0; joined < submits.size(); ++joined) {
    while (left < starts.size() && starts[left] <= submits[joined].value()) ++left;
    if (submits[joined] < window.submitted_from) continue;
    longest = std::max(longest, static_cast<std::int64_t>(joined + 1 - left));
  }
  return longest;
}

GpuSeconds gpu_seconds(const RunResult& run, const MetricWindow& window) {
  if (!(window.last_submit > window.submitted_from)) return GpuSeconds(0.0);
  const Seconds span = window.average_to - window.submitted_from;
  return gpus_for(run.capacity(), span);
}

Throughput throughput(const RunResult& run, const MetricWindow& window, const StopCheck& stop) {
  constexpr double kHour = 3600.0;
  if (!run.has_closed_stream()) return {std::nan(""), std::nan("")};
  Throughput sum{0.0, 0.0};
  for (std::size_t job = 0; job < run.jobs.size(); ++job) {
    stop.look_at(job);
    const std::size_t stream = run.jobs.stream(job);
    if (!run.is_closed(stream) || !run.jobs.ended_by_itself(job)) continue;
    const Seconds from = window.submitted_from;
    const Seconds to = std::min(window.average_to, run.closed[stream].value_or(kForever));
    const Seconds start = run.jobs.life_start(job);
    const Seconds end = run.jobs.segments(job).back().end;
    const Seconds within = std::min(end, to) - std::max(start, from);
    if (!(within > Seconds(0.0))) continue;
    const double jobs = within / (end - start) / ((to - from).value() / kHour);
    sum.jobs_per_hour += jobs;
    sum.gpu_hours_per_hour += jobs * run.jobs.demand(job).gpu_amount() *
                              run_time_got(run.jobs, job, false).value() / kHour;
  }
  return sum;
}

double offered_load(const RunResult& run, const MetricWindow& window, bool kill_overrun,
                    const StopCheck& stop) {
  GpuSeconds asked{0.0};
  for (std::size_t job = 0; job < run.jobs.size(); ++job) {
    stop.look_at(job);
    const bool asks = fits(run.jobs, job) && counts(run.jobs, job, window);
    if (!asks || run.is_closed(run.jobs.stream(job))) continue;
    const Seconds limit = kill_overrun ? run.jobs.time_limit(job) : kForever;
    asked += gpus_for(run.held(job), std::min(run.jobs.run_time(job), limit));
  }
  return asked / gpu_seconds(run, window);
}

Seconds makespan(const RunResult& run) {
  if (run.jobs.size() == 0) return Seconds(0.0);
  for (std::size_t job = 0; job < run.jobs.size(); ++job)
    if (run.jobs.started(job)) return run.end - run.jobs.submit(0);
  return Seconds(std::nan(""));
}

namespace {

/// In GPU seconds, of the jobs that exchanged data and ended.
struct GpuTime {
  double ran = 0.0;
  double lost = 0.0;  ///< of it, beyond what they would have run alone
};

GpuTime gpu_time(const RunResult& run, const MetricWindow& window) {
  GpuTime of;
  if (!run.traffic) return of;
  for (const TrafficRecord& record : run.traffic->jobs) {
    if (!counts(run.jobs, record.job, window)) continue;
    double ran = 0.0;
    for (const Segment& segment : run.jobs.segments(record.job))
      ran += (segment.end - segment.start).value();
    const double gpus = run.jobs.demand(record.job).gpus;
    of.ran += gpus * ran;
    of.lost += gpus * (ran - ran / record.slowdown);
  }
  return of;
}

}  // namespace

double network_load(const RunResult& run, const MetricWindow& window) {
  const GpuTime of = gpu_time(run, window);
  return run.traffic ? GpuSeconds(of.lost) / gpu_seconds(run, window) : 0.0;
}

double slowdown_of_gpu_time(const RunResult& run, const MetricWindow& window) {
  const GpuTime of = gpu_time(run, window);
  return of.ran > 0.0 ? of.ran / (of.ran - of.lost) : std::nan("");
}

namespace {

/// The samples of a run, each taken and sorted once.
class SortedSamples {
 public:
  explicit SortedSamples(const MetricInput& input) : input_(input), grid_(day_grid(input.window)) {}

  const std::vector<double>& of(JobSample sample) {
    for (const auto& [taken, values] : samples_)
      if (taken == sample) return values;
    std::vector<double> values = sample(input_.run, input_.window, grid_, input_.stop).value;
    sort_values(values, input_.stop);
    return samples_.emplace_back(sample, std::move(values)).second;
  }
  [[nodiscard]] const DayGrid& grid() const { return grid_; }

 private:
  const MetricInput& input_;
  DayGrid grid_;
  std::deque<std::pair<JobSample, std::vector<double>>> samples_;
};

double taken(const Metric& metric, const MetricInput& input, SortedSamples& samples) {
  if (metric.of_window != nullptr) return metric.of_window(input);
  if (metric.by_day != nullptr) {
    const double average = metric.by_day(input.run, samples.grid(), input.stop).ratio();
    return metric.divided_by == nullptr ? average : average / metric.divided_by(input.run);
  }
  const std::vector<double>& sorted = samples.of(metric.sample);
  if (metric.of_sorted != nullptr) return metric.of_sorted(sorted);
  return metric.quantile > 0.0 ? quantile(sorted, metric.quantile) : mean(sorted);
}

}  // namespace

double value_of(const Metric& metric, const MetricInput& input) {
  SortedSamples samples(input);
  return taken(metric, input, samples);
}

RunMetrics run_metrics(const RunResult& run, const MetricWindow& window, bool kill_overrun,
                       const StopCheck& stop, const Usage* usage) {
  const MetricInput input{run, window, kill_overrun, stop, usage};
  SortedSamples samples(input);
  RunMetrics values;
  for (std::size_t i = 0; i < metrics().size(); ++i)
    values[i] = taken(metrics()[i], input, samples);
  return values;
}

}  // namespace gpuscape
