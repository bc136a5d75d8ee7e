#include "sim/study/study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sim/base/interrupted.hpp"
#include "sim/cost/cost_model.hpp"
#include "sim/study/as_logged.hpp"
#include "sim/study/logged_timeline.hpp"
#include "sim/study/metrics/power_of_run.hpp"
#include "sim/study/path_spread.hpp"
#include "sim/study/progress_observer.hpp"
#include "sim/study/replication_means.hpp"
#include "sim/study/replication_shelf.hpp"
#include "sim/study/warm_up.hpp"

namespace gpuscape {

Study::Study(const CheckedScenario& scenario, const StudyOptions& options, RunInputs inputs)
    : checked_(scenario),
      scenario_(scenario.spec),
      options_(options),
      windows_(scenario.spec),
      inputs_(std::move(inputs)) {
  result_.scenario = scenario_;
  result_.synthetic = windows_.is_synthetic();
  if (result_.synthetic)
    wanted_ = static_cast<std::size_t>(scenario_.run.replications.value_or(kMostReplications));
}

RunResult Study::run_or_copy_first() const {
  const std::shared_ptr<const RunResult> known = options_.shelf ? options_.shelf->find(0) : nullptr;
  if (known) return *known;
  Run run(checked_, inputs_);
  ProgressObserver observer(scenario_, inputs_, options_.progress);
  if (options_.progress) run.observe(observer);
  if (options_.drive_first) {
    options_.drive_first(run, options_.stop);
  } else {
    run.step_until(kForever, options_.stop);
  }
  return run.finish();
}

void Study::run_first() {
  result_.first = run_or_copy_first();
  has_first_ = true;
  result_.first.cost = checked_.cost;
  result_.bill = checked_.bill;
  add_power(result_.first);
  result_.partial = result_.first.partial;
  const JobRecords& jobs = result_.first.jobs;
  for (std::size_t job = 0; job < jobs.size(); ++job) result_.jobs += jobs.in_statistics(job);
  if (jobs.size() > 0) result_.span = jobs.submit(jobs.size() - 1) - jobs.submit(0);
  if (result_.partial) wanted_ = 1;
  report(1);
}

std::shared_ptr<const RunResult> Study::replication(std::size_t index) const {
  if (options_.shelf != nullptr) {
    if (auto known = options_.shelf->find(index)) return known;
  }
  RunInputs inputs = inputs_;
  inputs.replication = index;
  Run run(checked_, inputs);
  run.step_until(kForever, options_.stop);
  auto result = std::make_shared<RunResult>(run.finish());
  result->cost = checked_.cost;
  if (options_.shelf != nullptr && !result->partial) options_.shelf->keep(index, result);
  return result;
}

StudyOutcome Study::of_first_alone() const {
  Study alone(*this);
  alone.wanted_ = 1;
  alone.summarize_after(alone.found_warm_up());
  return alone.finish();
}

void Study::start() {
  if (!has_first_) run_first();
  const StudyRound runs = first_runs();
  work_through({&runs, 1}, options_.threads);
}

WarmUp Study::found_warm_up() const {
  std::vector<const RunResult*> runs{&result_.first};
  for (const auto& run : begun_) {
    if (!run->partial) runs.push_back(run.get());
  }
  return windows_.found_warm_up(runs);
}

MetricWindow Study::window_of(const RunResult& run) const {
  return averages_whole_run_ ? whole_run(run) : windows_.after(run, result_.warm_up);
}

Study::Summaries Study::summaries_of(const RunResult& run) const {
  Summaries made{.own = summarize(run, window_of(run), scenario_, stop_)};
  made.stopped = made.own.stopped;
  for (const LaterStart& later : later_starts_) {
    made.later.push_back(summarize(run, windows_.after(run, later.from), scenario_, stop_));
    made.stopped = made.stopped || made.later.back().stopped;
  }
  return made;
}

void Study::summarize_after(const WarmUp& warm_up, std::span<const Seconds> later) {
  const StudyRound statistics = first_statistics(warm_up, later);
  work_through({&statistics, 1}, options_.threads);
}

void Study::add(std::size_t replication, Summaries summaries) {
  for (std::size_t i = 0; i < later_starts_.size(); ++i) {
    summaries.later[i].replication = replication;
    later_starts_[i].replications.push_back(std::move(summaries.later[i]));
  }
  ReplicationSummary& summary = summaries.own;
  if (summaries_.empty()) result_.metrics = summary.metrics;
  result_.unfinished += summary.unfinished;
  result_.never_fit += summary.never_fit;
  result_.started += summary.started;
  result_.timed_out += summary.timed_out;
  result_.over_budget += summary.over_budget;
  result_.dependency_failed += summary.dependency_failed;
  result_.failed += summary.failed;
  summary.replication = replication;
  summaries_.push_back(std::move(summary));
}

void Study::estimate() {
  result_.replications = static_cast<std::int64_t>(summaries_.size());
  result_.waited_for = mean_waited_for(summaries_);
  if (checked_.cost) {
    result_.usage = mean_usage(summaries_);
    result_.usage.pools.resize(checked_.cost->inventory().pools.size());
  }
  if (wanted_ == 1) {
    if (!estimate_by_bootstrap(result_, summaries_.front(), window_of(result_.first), stop_))
      result_.partial = true;
    if (result_.synthetic || result_.partial) return;
    result_.path_spread =
        spread_over_paths({checked_, inputs_, result_.first, result_.metrics}, options_);
    return;
  }
  estimate_by_replications(result_, summaries_);
  result_.precision_reached = scenario_.run.replications.has_value() || precise_enough(result_);
  report(result_.replications);
}

bool Study::exhausted() const { return next_ >= wanted_ || options_.stop.stop_requested(); }

bool Study::enough() const {
  return exhausted() || (!scenario_.run.replications.has_value() && result_.precision_reached);
}

void Study::add_batch() {
  const StudyRound batch = next_batch();
  work_through({&batch, 1}, options_.threads);
}

StudyOutcome Study::finish() {
  const bool wants_more =
      next_ < wanted_ && (scenario_.run.replications.has_value() || !result_.precision_reached);
  const bool lost_some = summaries_.size() < next_;
  result_.partial = result_.partial || (wanted_ > 1 && (wants_more || lost_some));
  const MetricWindow window = window_of(result_.first);
  result_.averaged_from = window.submitted_from;
  result_.averaged_to = window.average_to;
  try {
    result_.as_logged = as_logged(result_.first, inputs_.traces, window, stop_);
    std::vector<double> logged = gpus_as_logged(result_.first, inputs_.traces, stop_);
    if (!logged.empty()) result_.first.timeline[kLoggedSeries.name] = std::move(logged);
  } catch (const Interrupted&) {
    result_.as_logged.reset();
    result_.partial = true;
  }
  result_.worst_week = mean_worst_week(summaries_);
  return {std::move(result_), std::move(summaries_), window, std::move(later_starts_)};
}

void Study::report(std::int64_t replications) const {
  if (options_.progress)
    options_.progress({.share = 1.0, .jobs_ended = result_.jobs, .replications = replications});
}

}  // namespace gpuscape
