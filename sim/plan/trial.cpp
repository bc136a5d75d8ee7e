#include "sim/plan/trial.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "sim/base/interrupted.hpp"
#include "sim/plan/bounds.hpp"
#include "sim/study/metrics/metrics.hpp"
#include "sim/study/metrics/slo_values.hpp"
#include "sim/study/study.hpp"

namespace gpuscape {

struct Trial::Values {
  std::vector<double> objectives = {};
  double load = 0.0;
  double decides = 0.0;
  std::int64_t never_fit = 0, started = 0;
};

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

Trial::Trial(const CheckedScenario& design, const FindSpec& find, TraceCache& traces,
             std::stop_token stop)
    : design_(design),
      stop_(std::move(stop)),
      by_(find.by == kFurtherFigures[0] ? "" : find.by),
      inputs_(traces.inputs(design.spec, stop_)),
      windows_(design.spec) {
  needs_metrics_ = !by_.empty();
  has_gaps_ = design.cost != nullptr && !design.cost->missing().empty();
  for (std::size_t i = 0; i < design.spec.slo.size(); ++i) {
    if (!is_asked_for(find, design.spec.slo[i].name)) continue;
    asked_.push_back(i);
    needs_metrics_ = needs_metrics_ || !design.spec.slo[i].of_jobs;
  }
}

RunResult Trial::run(std::size_t replication) {
  inputs_.replication = replication;
  Run run(design_, inputs_);
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

std::int64_t Trial::extend(Sample& sample, std::size_t count) {
  std::int64_t ran = 0;
  if (!sample.warm_up) {
    for (; early_.size() < std::min(count, kFirstBatch); ++ran)
      early_.push_back(run(early_.size()));
    std::vector<const RunResult*> runs;
    runs.reserve(early_.size());
    for (const RunResult& one : early_) runs.push_back(&one);
    const WarmUp warm_up = windows_.found_warm_up(runs);
    sample = {};
    for (const RunResult& one : early_) add(sample, values_of(one, warm_up));
    if (early_.size() < kFirstBatch) return ran;
    sample.warm_up = warm_up;
    early_.clear();
  }
  for (; sample.count < count; ++ran) add(sample, values_of(run(sample.count), *sample.warm_up));
  return ran;
}

void Trial::extend_tail(Sample& sample, std::size_t replication, const WarmUp& otherwise) {
  const Values values = values_of(run(replication), sample.warm_up.value_or(otherwise));
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
