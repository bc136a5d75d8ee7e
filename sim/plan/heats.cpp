#include "sim/plan/heats.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sim/base/error.hpp"
#include "sim/base/interrupted.hpp"
#include "sim/session/open_scenario.hpp"
#include "sim/study/metrics/estimates.hpp"
#include "sim/study/study.hpp"

namespace gpuscape {

namespace {

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
  const Estimate mean = estimate_over_replications(known, confidence);
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
  Trial trial(scenario, parts.find, parts.traces, parts.threads, parts.options.stop);
  made.design.runs += trial.extend(made.sample, 1);
  made.design.to_the_end = true;
  take(judge.by_value(made.sample, scenario.spec.run.confidence), made.design);
  describe(judge, made.sample, scenario.spec.run.confidence, made.design);
}

/// One design in one heat.
class OneHeat {
 public:
  OneHeat(PlanParts& parts, const Judge& judge, const Heat& heat, const CheckedScenario& scenario,
          HeatResult& made)
      : parts_(parts),
        judge_(judge),
        heat_(heat),
        made_(made),
        most_(most_replications(scenario.spec)),
        confidence_(scenario.spec.run.confidence),
        trial_(scenario, parts.find, parts.traces, parts.threads, parts.options.stop) {}

  void run() {
    const std::size_t to = std::min(heat_.to, most_);
    if (!heat_.ends_early) {
      made_.design.runs += trial_.extend(made_.sample, to);
    } else if (to == most_ && made_.sample.count >= kFirstBatch &&
               judge_.by_value(made_.sample, confidence_).finding == Finding::misses) {
      run_tail(most_, 0.0);
    } else {
      run_in_order(std::min(to, kBeforeTail));
      if (is_open() && judge_.warm_up_of_reference(most_) != nullptr && !made_.sample.warm_up) {
        run_tail(kMostOfTail, kBeyond);
        if (is_open()) forget_tail();
      }
      run_in_order(to);
    }
    end();
  }

 private:
  /// Replications before those in which the reference waits longest are looked at.
  static constexpr std::size_t kBeforeTail = 2;
  static constexpr std::size_t kMostOfTail = 30;
  /// Of the limit: as long as the warm-up is the reference's, a sum is to be that much too large.
  static constexpr double kBeyond = 0.05;

  [[nodiscard]] bool is_open() const { return made_.design.standing == Standing::open; }

  void run_in_order(std::size_t to) {
    std::size_t looked = made_.sample.count;
    while (looked < to && is_open()) {
      looked = std::min(to, look_after(looked));
      made_.design.runs += trial_.extend(made_.sample, looked);
      take(judge_.look(made_.sample, heat_.caution), made_.design);
      if (is_open() && !made_.design.is_exact && costs_more(parts_, made_.sample, heat_))
        made_.design.standing = Standing::dearer;
    }
  }

  /// The heaviest replications, as long as few enough of them will show that it misses.
  void run_tail(std::size_t most, double beyond) {
    const WarmUp* warm_up = judge_.warm_up_of_reference(most_);
    const WarmUp own = warm_up == nullptr ? WarmUp{} : *warm_up;
    std::size_t ran = 0;
    const std::vector<std::size_t> numbers = judge_.heaviest_first(made_.sample, most_);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      constexpr std::size_t kUntilForeseen = 3;
      const bool few = most == most_ || ran < kUntilForeseen ||
                       ran + judge_.foreseen(made_.sample, most_) <= most;
      if (!few) return;
      trial_.extend_tail(made_.sample, std::span(numbers).subspan(i), own);
      ++ran;
      ++made_.design.runs;
      made_.design.missed = judge_.missed_by_sum(made_.sample, most_, beyond);
      if (made_.design.missed.empty()) continue;
      made_.design.standing = Standing::misses;
      return;
    }
  }

  void forget_tail() {
    made_.sample.tail.clear();
    made_.sample.tail_objectives.clear();
    made_.sample.tail_load.clear();
    made_.sample.tail_decides.clear();
  }

  void end() {
    const Sample all = with_tail(made_.sample);
    made_.design.to_the_end = all.count >= most_;
    if (is_open() && made_.design.to_the_end) take(judge_.by_value(all, confidence_), made_.design);
    // A tail alone would say too much of the heaviest replications.
    describe(judge_, made_.design.to_the_end ? all : made_.sample, confidence_, made_.design);
  }

  PlanParts& parts_;
  const Judge& judge_;
  const Heat& heat_;
  HeatResult& made_;
  std::size_t most_;
  double confidence_;
  Trial trial_;
};

void run_until_decided(PlanParts& parts, const Judge& judge, const Heat& heat,
                       const CheckedScenario& scenario, HeatResult& made) {
  if (most_replications(scenario.spec) == 1) return run_once(parts, judge, scenario, made);
  OneHeat(parts, judge, heat, scenario, made).run();
}

}  // namespace

SpaceReader& PlanParts::reader(std::size_t thread) {
  std::unique_ptr<SpaceReader>& own = readers[thread];
  if (own == nullptr) own = std::make_unique<SpaceReader>(source, registry);
  return *own;
}

void PlanParts::for_each(std::size_t count,
                         const std::function<void(std::size_t, SpaceReader&)>& task) {
  threads.for_each(count, [&](std::size_t i, std::size_t thread) {
    if (!options.stop.stop_requested()) task(i, reader(thread));
  });
}

HeatResult run_heat(PlanParts& parts, const Judge& judge, const Heat& heat, HeatResult begun,
                    SpaceReader& reader) {
  PlannedDesign& design = begun.design;
  const Standing before = design.standing;
  const DesignOfSpace read = reader.read(parts.space.design(design.index));
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
