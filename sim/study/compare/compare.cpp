#include "sim/study/compare/compare.hpp"

#include <algorithm>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "sim/base/interrupted.hpp"
#include "sim/base/parallel.hpp"
#include "sim/model/check/check_notes.hpp"
#include "sim/study/compare/differences.hpp"
#include "sim/study/compare/in_step.hpp"
#include "sim/study/compare/later_jobs.hpp"
#include "sim/study/study.hpp"

namespace gpuscape {

namespace {

/// One line of progress from many runs.
class JointProgress {
 public:
  JointProgress(std::size_t scenarios, const ComparisonOptions& options)
      : options_(options), of_(scenarios) {}

  [[nodiscard]] std::function<void(const StudyProgress&)> of(std::size_t scenario) {
    if (!options_.progress) return {};
    return [this, scenario](const StudyProgress& progress) { show(scenario, progress); };
  }

  void finished(std::size_t scenario, const StudyResult& result) {
    const std::scoped_lock lock(mutex_);
    if (options_.finished) options_.finished(scenario, result);
  }

 private:
  void show(std::size_t scenario, const StudyProgress& progress) {
    const std::scoped_lock lock(mutex_);
    of_[scenario] = progress;
    StudyProgress all;
    bool each_has_one = true;
    for (const StudyProgress& one : of_) {
      all.share += one.share / static_cast<double>(of_.size());
      all.jobs_ended += one.jobs_ended;
      all.replications += one.replications;
      each_has_one = each_has_one && one.replications > 0;
    }
    if (!each_has_one) all.replications = 0;
    options_.progress(all);
  }

  const ComparisonOptions& options_;
  std::mutex mutex_;
  std::vector<StudyProgress> of_;
};

struct Side {
  std::string name;
  const CheckedScenario& scenario;
};

class Comparing {
 public:
  Comparing(std::vector<Side> designs, TraceCache& traces, const ComparisonOptions& options)
      : designs_(std::move(designs)),
        options_(options),
        progress_(designs_.size(), options),
        study_options_(designs_.size()) {
    result_.variants.resize(designs_.size());
    for (std::size_t i = 0; i < designs_.size(); ++i) {
      study_options_[i].threads = options.threads;
      study_options_[i].stop = options.stop;
      study_options_[i].progress = progress_.of(i);
      const CheckedScenario& scenario = designs_[i].scenario;
      studies_.push_back(std::make_unique<Study>(scenario, study_options_[i],
                                                 traces.inputs(scenario.spec, options.stop)));
      result_.variants[i].name = designs_[i].name;
    }
  }

  /// Everything but the comparisons.
  CompareResult run() {
    std::vector<std::size_t> logs;
    std::vector<std::size_t> generated;
    for (std::size_t i = 0; i < designs_.size(); ++i)
      (is_generated(designs_[i].scenario.spec) ? generated : logs).push_back(i);
    for_each_index(logs.size(), options_.threads, [&](std::size_t i) {
      studies_[logs[i]]->start();
      studies_[logs[i]]->summarize_after(studies_[logs[i]]->found_warm_up());
      finish(logs[i]);
    });
    replicate(generated);
    return std::move(result_);
  }

 private:
  void replicate(const std::vector<std::size_t>& generated) {
    std::vector<Study*> studies;
    studies.reserve(generated.size());
    for (const std::size_t i : generated) studies.push_back(studies_[i].get());
    replicate_in_step(studies, options_.threads);
    for_each_index(generated.size(), options_.threads,
                   [&](std::size_t i) { finish(generated[i]); });
  }

  void finish(std::size_t i) {
    VariantResult& variant = result_.variants[i];
    variant.outcome = studies_[i]->finish();
    studies_[i].reset();
    // Replications that were stopped are missing; of a run that was stopped nothing can be said.
    variant.finished =
        !variant.outcome.result.first.partial && !variant.outcome.result.statistics_stopped;
    progress_.finished(i, variant.outcome.result);
    if (!variant.outcome.result.partial) return;
    const std::scoped_lock lock(partial_);
    result_.partial = true;
  }

  std::vector<Side> designs_;
  const ComparisonOptions& options_;
  JointProgress progress_;
  std::vector<StudyOptions> study_options_;
  std::vector<std::unique_ptr<Study>> studies_;
  std::mutex partial_;
  CompareResult result_;
};

/// All designs with one thing at one value; empty where not every design varies it to that value.
std::vector<Side> sides_at(const std::vector<const NamedDesign*>& designs,
                           const VariedDesign& wanted) {
  std::vector<Side> sides;
  for (const NamedDesign* design : designs) {
    const auto found = std::ranges::find_if(design->varied, [&](const VariedDesign& one) {
      return one.input == wanted.input && one.value == wanted.value;
    });
    if (found == design->varied.end() || !found->scenario.cost) return {};
    sides.push_back({design->name, found->scenario});
  }
  return sides;
}

/// Runs all designs at every value that all of them have, for their cost.
void vary(const std::vector<const NamedDesign*>& designs, TraceCache& traces,
          const ComparisonOptions& options, CompareResult& result) {
  ComparisonOptions quiet = options;
  quiet.finished = {};
  for (const VariedDesign& wanted : designs.front()->varied) {
    std::vector<Side> sides = sides_at(designs, wanted);
    if (sides.empty()) continue;
    const CompareResult at = Comparing(std::move(sides), traces, quiet).run();
    result.partial = result.partial || at.partial;
    if (at.partial) return;
    for (std::size_t i = 0; i < at.variants.size(); ++i) {
      const StudyResult& one = at.variants[i].outcome.result;
      add_varied(result.variants[i].outcome.result.varied, wanted.input, wanted.value,
                 *one.first.cost, one.usage, shortfalls(one).empty());
    }
  }
}

}  // namespace

Comparison compare_outcomes(const StudyOutcome& baseline, const StudyOutcome& variant,
                            const StopCheck& stop) {
  const StudyResult& before = baseline.result;
  const StudyResult& after = variant.result;
  Comparison comparison;
  const bool same = same_jobs(before.first, after.first, stop);
  Pairing pairing = Pairing::none;
  if (!same) {
    comparison.pairing = "the jobs are not the same, so each side has its own sampling error";
  } else if ((before.replications == 1) != (after.replications == 1)) {
    comparison.pairing = "several replications of one, one of the other";
  } else {
    comparison.paired = true;
    pairing = before.replications == 1 ? Pairing::blocks : Pairing::replications;
    comparison.pairing = "the same jobs";
  }
  comparison.metrics = metric_differences(baseline, variant, pairing, stop);
  comparison.slo = slo_differences(baseline, variant, pairing, stop);
  if (same)
    comparison.later =
        later_jobs(before.first, after.first, std::max(before.warm_up, after.warm_up), stop);
  if (before.first.cost != nullptr && after.first.cost != nullptr)
    comparison.cost =
        compare_costs({*before.first.cost, before.usage}, {*after.first.cost, after.usage});
  comparison.cost_verdict = cost_verdict(before, after, same, comparison.cost);
  return comparison;
}

namespace {

/// Throws Interrupted once a stop was asked for; what was compared by then is there.
void compare_with_baseline(CompareResult& result, const ComparisonOptions& options) {
  const VariantResult& baseline = result.variants[0];
  std::vector<std::optional<Comparison>> made(result.variants.size());
  std::exception_ptr stopped;
  try {
    for_each_index(made.size(), options.threads, [&](std::size_t i) {
      if (i == 0 || !baseline.finished || !result.variants[i].finished) return;
      made[i] =
          compare_outcomes(baseline.outcome, result.variants[i].outcome, StopCheck(options.stop));
      made[i]->variant = i;
    });
  } catch (const Interrupted&) {
    stopped = std::current_exception();
  }
  for (std::optional<Comparison>& one : made)
    if (one) result.comparisons.push_back(std::move(*one));
  if (stopped) std::rethrow_exception(stopped);
}

std::vector<RateBasis> bases_of(const std::vector<const NamedDesign*>& designs) {
  std::vector<RateBasis> all;
  for (const NamedDesign* design : designs) {
    const CheckedScenario& scenario = design->scenario;
    std::ranges::move(rate_bases(scenario.spec, scenario.steps.get(), scenario.measured_on),
                      std::back_inserter(all));
  }
  return all;
}

}  // namespace

CompareResult compare_designs(const std::vector<const NamedDesign*>& designs, TraceCache& traces,
                              const ComparisonOptions& options) {
  std::vector<Side> sides;
  sides.reserve(designs.size());
  for (const NamedDesign* design : designs) sides.push_back({design->name, design->scenario});
  CompareResult result = Comparing(std::move(sides), traces, options).run();
  result.mixed_bases = mixed_bases(bases_of(designs));
  try {
    compare_with_baseline(result, options);
    if (!result.comparisons.empty())
      result.verdict = board_verdict(result, StopCheck(options.stop));
    if (!result.partial && !designs.empty()) vary(designs, traces, options, result);
  } catch (const Interrupted&) {
    result.partial = true;  // what was compared by then is kept
  }
  return result;
}

}  // namespace gpuscape
