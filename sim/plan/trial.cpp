#include "sim/plan/trial.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <numeric>
#include <utility>

#include "sim/base/interrupted.hpp"
#include "sim/plan/bounds.hpp"
#include "sim/study/metrics/metrics.hpp"
#include "sim/study/metrics/slo_values.hpp"
#include "sim/study/study.hpp"

namespace gpuscape {

namespace {

double mean_wait(const RunResult& run, const MetricWindow& window) {
  const std::vector<double> waits = queue_waits(run, window, day_grid(window)).value;
  if (waits.empty()) return 0.0;
  return std::accumulate(waits.begin(), waits.end(), 0.0) / static_cast<double>(waits.size());
}

/// An amount of which a part is not counted is the least that it can be: it may miss what it has to
/// stay below, and does not meet it; then it is not known.
double counted(const SloSpec& slo, double value, bool has_gaps) {
  if (!has_gaps || slo.of_jobs || metrics()[metric_index(slo.metric)].needs != Needs::cost)
    return value;
  const bool met = slo.at_least ? value >= slo.limit : value <= slo.limit;
  return met == slo.at_least ? value : std::nan("");
}

/// As a study that is not told how many.
constexpr std::size_t kMostOfAStudy = 100;

/// As StudyResult::overloaded() takes it, of one replication.
double load_of(const RunResult& run, const MetricWindow& window, bool kill_overrun) {
  const double load = offered_load(run, window, kill_overrun);
  if (!std::isfinite(load) || !(mean_wait(run, window) > 0.0)) return 0.0;
  constexpr auto kDependency = static_cast<std::size_t>(WaitReason::dependency);
  const SecondsByReason& waits = run.waits.seconds;
  const Seconds all = std::accumulate(waits.begin(), waits.end(), Seconds(0.0));
  if (waits[kDependency] > Seconds(0.0) && waits[kDependency] == all) return 0.0;
  return load + (run.traffic ? network_load(run, window) : 0.0);
}

}  // namespace

std::size_t most_replications(const ScenarioSpec& spec) {
  if (!ReplicationWindow(spec).is_synthetic()) return 1;
  return static_cast<std::size_t>(spec.run.replications.value_or(kMostOfAStudy));
}

Trial::Trial(const CheckedScenario& design, const FindSpec& find, TraceCache& traces,
             SharedThreads& threads, std::stop_token stop)
    : design_(design),
      threads_(threads),
      stop_(std::move(stop)),
      by_(find.by == kFurtherFigures[0] ? "" : find.by),
      inputs_(traces.inputs(design.spec, stop_)),
      windows_(design.spec),
      most_(most_replications(design.spec)) {
  needs_metrics_ = !by_.empty();
  has_gaps_ = design.cost != nullptr && !design.cost->missing().empty();
  for (std::size_t i = 0; i < design.spec.slo.size(); ++i) {
    if (!is_asked_for(find, design.spec.slo[i].name)) continue;
    asked_.push_back(i);
    needs_metrics_ = needs_metrics_ || !design.spec.slo[i].of_jobs;
  }
}

RunResult Trial::run(std::size_t replication) const {
  RunInputs inputs = inputs_;
  inputs.replication = replication;
  Run run(design_, inputs);
  if (!run.step_until(kForever, stop_)) throw Interrupted("stopped");
  RunResult result = run.finish();
  result.cost = design_.cost;
  return result;
}

Trial::Values Trial::values_of(const RunResult& run, const WarmUp& warm_up) const {
  const MetricWindow window = windows_.of(run, warm_up);
  const ScenarioSpec& spec = design_.spec;
  Values values{.never_fit = run.never_fit};
  RunMetrics metrics(std::nan(""));
  if (needs_metrics_) metrics = run_metrics(run, window, spec.scheduler.kill_overrun);
  for (const std::size_t i : asked_)
    values.objectives.push_back(
        counted(spec.slo[i], slo_value(run, window, spec, spec.slo[i], metrics, {}), has_gaps_));
  values.load = load_of(run, window, spec.scheduler.kill_overrun);
  values.decides = by_.empty() ? std::nan("") : metrics[by_];
  for (std::size_t job = 0; job < run.jobs.size(); ++job) values.started += run.jobs.started(job);
  return values;
}

void Trial::add(Sample& sample, const Values& values) {
  if (sample.count == 0) sample.never_fit = values.never_fit;
  sample.objectives.resize(values.objectives.size());
  for (std::size_t i = 0; i < values.objectives.size(); ++i)
    sample.objectives[i].push_back(values.objectives[i]);
  sample.load.push_back(values.load);
  sample.decides.push_back(values.decides);
  sample.started += values.started;
  ++sample.count;
}

/// Calls `run_one` with the numbers from 0 on: so many as are wanted, or up to `most` where
/// threads would have nothing to do. Returns how many that were.
std::size_t Trial::side_by_side(std::size_t wanted, std::size_t most,
                                const std::function<void(std::size_t)>& run_one) {
  const std::size_t threads = threads_.at_hand();
  const std::size_t count = std::min(most, (wanted + threads - 1) / threads * threads);
  std::vector<char> made(count, 0);
  threads_.for_each(count, [&](std::size_t i, std::size_t) {
    try {
      run_one(i);
      made[i] = 1;
    } catch (const std::exception&) {
      if (i < wanted) throw;  // the others may never be asked for
    }
  });
  return static_cast<std::size_t>(std::ranges::find(made, 0) - made.begin());
}

/// As long as the warm-up can change.
std::int64_t Trial::extend_early(Sample& sample, std::size_t count) {
  count = std::min(count, kFirstBatch);
  if (const std::size_t there = early_.size(); there < count) {
    const std::size_t most = std::min(kFirstBatch, std::max(count, most_));
    early_.resize(most);
    early_.resize(there + side_by_side(count - there, most - there,
                                       [&](std::size_t i) { early_[there + i] = run(there + i); }));
  }
  std::vector<const RunResult*> runs;
  runs.reserve(count);
  for (std::size_t i = 0; i < count; ++i) runs.push_back(&early_[i]);
  const WarmUp warm_up = windows_.found_warm_up(runs);
  sample = {};
  for (const RunResult* one : runs) add(sample, values_of(*one, warm_up));
  const std::size_t ran = count - std::exchange(early_asked_, count);
  if (count == kFirstBatch) {
    sample.warm_up = warm_up;
    early_.clear();
  }
  return static_cast<std::int64_t>(ran);
}

std::int64_t Trial::extend(Sample& sample, std::size_t count) {
  std::int64_t ran = 0;
  if (!sample.warm_up) ran += extend_early(sample, count);
  for (; sample.count < count; ++ran) {
    if (ahead_.empty()) {
      const std::size_t first = sample.count;
      ahead_.resize(std::max(count, most_) - first);
      ahead_.resize(side_by_side(count - first, ahead_.size(), [&](std::size_t i) {
        ahead_[i] = values_of(run(first + i), sample.warm_up.value_or(WarmUp{}));
      }));
    }
    add(sample, ahead_.front());
    ahead_.pop_front();
  }
  return ran;
}

void Trial::extend_tail(Sample& sample, std::span<const std::size_t> replications,
                        const WarmUp& otherwise) {
  const std::size_t replication = replications.front();
  if (!tail_ahead_.contains(replication)) {
    std::vector<Values> made(replications.size());
    const std::size_t count = side_by_side(1, made.size(), [&](std::size_t i) {
      made[i] = values_of(run(replications[i]), sample.warm_up.value_or(otherwise));
    });
    for (std::size_t i = 0; i < count; ++i) tail_ahead_[replications[i]] = std::move(made[i]);
  }
  const Values values = std::move(tail_ahead_.extract(replication).mapped());
  sample.tail.push_back(replication);
  sample.tail_objectives.resize(values.objectives.size());
  for (std::size_t i = 0; i < values.objectives.size(); ++i)
    sample.tail_objectives[i].push_back(values.objectives[i]);
  sample.tail_load.push_back(values.load);
  sample.tail_decides.push_back(values.decides);
  sample.started += values.started;
}

Sample with_tail(const Sample& sample) {
  Sample all = sample;
  const auto append = [](std::vector<double>& to, const std::vector<double>& more) {
    to.insert(to.end(), more.begin(), more.end());
  };
  for (std::size_t i = 0; i < sample.tail_objectives.size(); ++i)
    append(all.objectives[i], sample.tail_objectives[i]);
  append(all.load, sample.tail_load);
  append(all.decides, sample.tail_decides);
  all.count += sample.tail.size();
  all.tail.clear();
  return all;
}

}  // namespace gpuscape
