#include "sim/live/live_comparisons.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "sim/base/interrupted.hpp"
#include "sim/base/parallel.hpp"
#include "sim/study/compare/compare.hpp"
#include "sim/study/compare/in_step.hpp"

namespace gpuscape {

namespace {

/// And an answer: what has none, because of a fault, does not count.
bool has_generated_workload(const AnsweredDesign& design) {
  return design.outcome != nullptr && is_generated(design.design->scenario->spec);
}

std::vector<std::size_t> generated_among(const std::vector<AnsweredDesign>& designs) {
  std::vector<std::size_t> generated;
  for (std::size_t i = 0; i < designs.size(); ++i)
    if (has_generated_workload(designs[i])) generated.push_back(i);
  return generated;
}

/// Whether the outcomes are of the same part of the same kind of answer.
bool cover_the_same(const AnsweredDesign& a, const AnsweredDesign& b) {
  const bool comparable = a.stage == LiveStage::exact || a.stage == LiveStage::first_weeks;
  return comparable && a.outcome != nullptr && b.outcome != nullptr && a.stage == b.stage &&
         a.covers == b.covers;
}

/// Whether replications of both are to be paired, so that they have to be known over the same jobs.
bool are_drawn(const std::vector<AnsweredDesign>& designs, std::size_t variant) {
  return has_generated_workload(designs[0]) && has_generated_workload(designs[variant]);
}

/// Whether the two outcomes say all that their comparison takes.
bool say_enough(const StudyOutcome& a, const StudyOutcome& b) {
  if (a.result.replications == 1 || b.result.replications == 1) return true;
  const Seconds from = std::max(a.result.warm_up, b.result.warm_up);
  return has_replications_from(a, from) && has_replications_from(b, from);
}

using Outcomes = std::map<std::size_t, StudyOutcome>;  // by the places of the designs

/// Of the designs of generated workloads, in step with each other.
Outcomes outcomes_in_step(const std::vector<AnsweredDesign>& designs, TraceCache& traces,
                          const StudyOptions& common,
                          void (*run)(std::span<Study* const>, unsigned)) {
  const std::vector<std::size_t> generated = generated_among(designs);
  std::vector<StudyOptions> options(generated.size(), common);
  std::vector<std::unique_ptr<Study>> studies;
  std::vector<Study*> pointers;
  for (std::size_t i = 0; i < generated.size(); ++i) {
    const AnsweredDesign& design = designs[generated[i]];
    options[i].shelf = &design.design->shelf;
    const CheckedScenario& scenario = *design.design->scenario;
    studies.push_back(
        std::make_unique<Study>(scenario, options[i], traces.inputs(scenario.spec, common.stop)));
    pointers.push_back(studies.back().get());
  }
  run(pointers, common.threads);
  go_on_unless_stopped(common.stop);
  Outcomes outcomes;
  for (std::size_t i = 0; i < generated.size(); ++i)
    outcomes.emplace(generated[i], studies[i]->finish());
  return outcomes;
}

/// Makes those comparisons; what is not among `in_step` counts as it is.
void compare_missing(LiveComparisons::Comparisons& comparisons,
                     const std::vector<std::size_t>& missing,
                     const std::vector<AnsweredDesign>& designs, const Outcomes& in_step,
                     const StudyOptions& common) {
  const auto outcome_of = [&](std::size_t i) -> const StudyOutcome& {
    const auto found = in_step.find(i);
    return found == in_step.end() ? *designs[i].outcome : found->second;
  };
  for_each_index(missing.size(), common.threads, [&](std::size_t i) {
    go_on_unless_stopped(common.stop);
    comparisons[missing[i]] = std::make_shared<const Comparison>(
        compare_outcomes(outcome_of(0), outcome_of(missing[i] + 1), StopCheck(common.stop)));
  });
}

StudyOptions common_options(unsigned threads, const std::stop_token& stop) {
  StudyOptions options;
  options.threads = threads;
  options.stop = stop;
  return options;
}

}  // namespace

void go_on_unless_stopped(const std::stop_token& stop) {
  if (stop.stop_requested()) throw Interrupted("stopped");
}

std::vector<LiveComparisons::Basis> LiveComparisons::bases(
    const std::vector<AnsweredDesign>& designs) {
  std::vector<Basis> all;
  for (std::size_t i = 1; i < designs.size(); ++i) {
    Basis& basis = all.emplace_back();
    if (cover_the_same(designs[0], designs[i])) basis = {designs[0].outcome, designs[i].outcome};
  }
  return all;
}

std::shared_ptr<const Comparison> LiveComparisons::find(const Basis& basis) const {
  if (basis.baseline == nullptr) return nullptr;
  const auto found = std::ranges::find(made_, basis, &Made::basis);
  return found == made_.end() ? nullptr : found->comparison;
}

void LiveComparisons::forget_all_but(const std::vector<Basis>& bases) {
  std::erase_if(
      made_, [&](const Made& made) { return std::ranges::find(bases, made.basis) == bases.end(); });
}

LiveComparisons::Comparisons LiveComparisons::made_before(
    const std::vector<AnsweredDesign>& designs) const {
  Comparisons all;
  for (const Basis& basis : bases(designs)) all.push_back(find(basis));
  return all;
}

LiveComparisons::Comparisons LiveComparisons::of_outcomes(
    const std::vector<AnsweredDesign>& designs, unsigned threads, const std::stop_token& stop) {
  const std::vector<Basis> all = bases(designs);
  forget_all_but(all);
  Comparisons comparisons = made_before(designs);
  for_each_index(all.size(), threads, [&](std::size_t i) {
    const Basis& basis = all[i];
    if (comparisons[i] != nullptr || basis.baseline == nullptr) return;
    if (are_drawn(designs, i + 1) && !say_enough(*basis.baseline, *basis.variant)) return;
    go_on_unless_stopped(stop);
    comparisons[i] = std::make_shared<const Comparison>(
        compare_outcomes(*basis.baseline, *basis.variant, StopCheck(stop)));
  });
  for (std::size_t i = 0; i < all.size(); ++i)
    if (comparisons[i] != nullptr && find(all[i]) == nullptr)
      made_.push_back({all[i], comparisons[i]});
  return comparisons;
}

LiveComparisons::Comparisons LiveComparisons::after_first_batch(
    const std::vector<AnsweredDesign>& designs, TraceCache& traces, unsigned threads,
    const std::stop_token& stop) {
  Comparisons comparisons = made_before(designs);
  std::vector<std::size_t> missing;
  bool all_exact = true;
  for (std::size_t i = 0; i < comparisons.size(); ++i) {
    if (comparisons[i] != nullptr || !are_drawn(designs, i + 1)) continue;
    missing.push_back(i);
  }
  for (const std::size_t i : generated_among(designs))
    all_exact = all_exact && designs[i].stage == LiveStage::exact;
  if (missing.empty() || all_exact) return comparisons;
  const StudyOptions common = common_options(threads, stop);
  compare_missing(comparisons, missing, designs,
                  outcomes_in_step(designs, traces, common, start_in_step), common);
  return comparisons;
}

LiveComparisons::Comparisons LiveComparisons::in_step(const std::vector<AnsweredDesign>& designs,
                                                      TraceCache& traces, unsigned threads,
                                                      const std::stop_token& stop) {
  const std::vector<Basis> all = bases(designs);
  Comparisons comparisons = of_outcomes(designs, threads, stop);
  std::vector<std::size_t> missing;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (comparisons[i] == nullptr && all[i].baseline != nullptr) missing.push_back(i);
  if (missing.empty()) return comparisons;
  const StudyOptions common = common_options(threads, stop);
  compare_missing(comparisons, missing, designs,
                  outcomes_in_step(designs, traces, common, replicate_in_step), common);
  for (const std::size_t i : missing) made_.push_back({all[i], comparisons[i]});
  return comparisons;
}

}  // namespace gpuscape
