#include "sim/plan/heats.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <thread>
#include <utility>

#include "sim/base/error.hpp"
#include "sim/base/interrupted.hpp"
#include "sim/base/parallel.hpp"
#include "sim/study/metrics/estimates.hpp"

namespace gpuscape {

namespace {

/// As a study that is not told how many.
constexpr std::size_t kMostOfAStudy = 100;

/// After so many replications a design is looked at; beyond, after a third more.
constexpr std::size_t kLooks[] = {2, 3, 5, 7, 10, 14, 20, 30, 45, 70, 100, 140, 200};

std::size_t look_after(std::size_t count) {
  const auto next = std::ranges::upper_bound(kLooks, count);
  return next == std::end(kLooks) ? count + (count + 2) / 3 : *next;
}

Figure figure_of(std::string name, const std::vector<double>& values, double confidence) {
  std::vector<double> known;
  for (const double value : values)
    if (!std::isnan(value)) known.push_back(value);
  const Estimate mean = mean_over_replications(known, confidence);
  return {.name = std::move(name), .value = mean.value, .low = mean.low, .high = mean.high};
}

/// What the sample says of the design, as it is printed.
void describe(const Judge& judge, const Sample& sample, double confidence, PlannedDesign& design) {
  design.never_fit = sample.never_fit;
  design.objectives.clear();
  for (std::size_t i = 0; i < judge.objectives().size(); ++i)
    design.objectives.push_back(
        figure_of(judge.objectives()[i].name, sample.objectives[i], confidence));
  if (!design.is_exact) design.decides = figure_of(design.decides.name, sample.decides, confidence);
}

bool costs_more(const PlanParts& parts, const Sample& sample, const Heat& heat) {
  std::vector<double> costs;
  costs.reserve(sample.decides.size());
  for (const double value : sample.decides) costs.push_back(parts.sign() * value);
  const OneSided mean = one_sided(costs, heat.caution.drop);
  return mean.mean - mean.half > heat.to_beat;
}

void take(const Judgement& judgement, PlannedDesign& design) {
  design.is_certain = judgement.is_certain;
  if (judgement.finding == Finding::open) return;
  design.standing = judgement.finding == Finding::meets ? Standing::meets : Standing::misses;
  design.missed = judgement.missed;
}

/// One run says all: its values decide.
void run_once(PlanParts& parts, const Judge& judge, const CheckedScenario& scenario,
              HeatResult& made) {
  Trial trial(scenario, parts.find, parts.traces, parts.options.stop);
  made.design.runs += trial.extend(made.sample, 1);
  made.design.to_the_end = true;
  take(judge.by_value(made.sample, scenario.spec.run.confidence), made.design);
  describe(judge, made.sample, scenario.spec.run.confidence, made.design);
}

void run_until_decided(PlanParts& parts, const Judge& judge, const Heat& heat,
                       const CheckedScenario& scenario, HeatResult& made) {
  const std::size_t most = most_replications(scenario.spec);
  if (most == 1) return run_once(parts, judge, scenario, made);
  PlannedDesign& design = made.design;
  Trial trial(scenario, parts.find, parts.traces, parts.options.stop);
  const std::size_t to = std::min(heat.to, most);
  std::size_t looked = made.sample.count;
  while (looked < to) {
    looked = std::min(to, heat.ends_early ? look_after(looked) : to);
    design.runs += trial.extend(made.sample, looked);
    if (!heat.ends_early) continue;
    take(judge.look(made.sample, heat.caution), design);
    if (design.standing != Standing::misses && !design.is_exact &&
        costs_more(parts, made.sample, heat))
      design.standing = Standing::dearer;
    if (design.standing != Standing::open) break;
  }
  design.to_the_end = made.sample.count >= most;
  if (design.standing == Standing::open && design.to_the_end)
    take(judge.by_value(made.sample, scenario.spec.run.confidence), design);
  describe(judge, made.sample, scenario.spec.run.confidence, design);
}

}  // namespace

void PlanParts::for_each(std::size_t count,
                         const std::function<void(std::size_t, DesignReader&)>& task) {
  unsigned threads = options.threads;
  if (threads == 0) threads = std::max(1U, std::thread::hardware_concurrency());
  const std::size_t workers = std::min<std::size_t>(std::max<std::size_t>(count, 1), threads);
  while (readers.size() < workers)
    readers.push_back(std::make_unique<DesignReader>(source, registry));
  std::atomic<std::size_t> next{0};
  for_each_index(workers, threads, [&](std::size_t worker) {
    for (std::size_t i = next++; i < count; i = next++) {
      if (options.stop.stop_requested()) return;
      task(i, *readers[worker]);
    }
  });
}

std::size_t most_replications(const ScenarioSpec& spec) {
  if (!ReplicationWindow(spec).is_synthetic()) return 1;
  return static_cast<std::size_t>(spec.run.replications.value_or(kMostOfAStudy));
}

HeatResult run_heat(PlanParts& parts, const Judge& judge, const Heat& heat, HeatResult begun,
                    DesignReader& reader) {
  PlannedDesign& design = begun.design;
  const Standing before = design.standing;
  const ReadDesign read = reader.read(parts.space.design(design.index));
  design.standing = Standing::open;
  try {
    if (!read.scenario) throw ScenarioError(read.issues);
    run_until_decided(parts, judge, heat, *read.scenario, begun);
  } catch (const ScenarioError& error) {
    design.standing = Standing::fault;
    design.why = error.issues().front().message;
  } catch (const EndlessRunError& error) {
    design.standing = Standing::fault;
    design.why = error.what();
  } catch (const Interrupted&) {
    design.standing = before;
  }
  return begun;
}

RunRecord study_of(PlanParts& parts, std::int64_t index) {
  RunRecord record{.index = index, .axes = parts.space.labels(index)};
  record.sweep = sweep_key(parts.space);
  const CheckedScenario scenario =
      open_scenario(parts.source, parts.space.design(index), parts.registry);
  if (parts.key_of) {
    record.key = parts.key_of(scenario.spec);
    if (auto known = parts.shelf.find(record)) return std::move(*known);
  }
  StudyOptions study;
  study.threads = parts.options.threads;
  study.stop = parts.options.stop;
  const StudyOutcome outcome = run_study(scenario, parts.traces, study);
  if (outcome.result.partial && parts.options.stop.stop_requested()) throw Interrupted("stopped");
  RunRecord made = record_of(outcome);
  made.key = record.key;
  made.sweep = record.sweep;
  made.index = index;
  made.axes = record.axes;
  if (parts.key_of) parts.shelf.keep(made);
  return made;
}

}  // namespace gpuscape
