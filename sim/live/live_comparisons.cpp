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

bool has_generated_workload(const AnsweredDesign& design) {
  return design.design != nullptr && is_generated(design.design->scenario->spec);
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

/// The outcomes of designs in step with each other, by their places.
std::map<std::size_t, StudyOutcome> outcomes_in_step(const std::vector<AnsweredDesign>& designs,
                                                     TraceCache& traces,
                                                     const StudyOptions& common) {
  const std::vector<std::size_t> generated = generated_among(designs);
  std::vector<StudyOptions> options(generated.size(), common);
  std::vector<std::unique_ptr<Study>> studies;
  std::vector<Study*> pointers;
  for (std::size_t i = 0; i < generated.size(); ++i) {
    const AnsweredDesign& design = designs[generated[i]];
    options[i].shelf = &design.design->shelf;
    options[i].shelf->lend(0, {design.outcome, &design.outcome->result.first});
    const CheckedScenario& scenario = *design.design->scenario;
    studies.push_back(
        std::make_unique<Study>(scenario, options[i], traces.inputs(scenario.spec, common.stop)));
    pointers.push_back(studies.back().get());
  }
  replicate_in_step(pointers);
  std::map<std::size_t, StudyOutcome> outcomes;
  for (std::size_t i = 0; i < generated.size(); ++i)
    outcomes.emplace(generated[i], studies[i]->finish());
  return outcomes;
}

}  // namespace

void go_on_unless_stopped(const std::stop_token& stop) {
  if (stop.stop_requested()) throw Interrupted("stopped");
}

std::vector<LiveComparisons::Basis> LiveComparisons::bases(
    const std::vector<AnsweredDesign>& designs) {
  std::vector<Basis> all;
  const std::vector<std::size_t> generated = generated_among(designs);
  const bool all_exact = std::ranges::all_of(
      generated, [&](std::size_t i) { return designs[i].stage == LiveStage::exact; });
  for (std::size_t i = 1; i < designs.size(); ++i) {
    Basis& basis = all.emplace_back();
    const bool is_coupled = generated.size() > 1 && (has_generated_workload(designs[0]) ||
                                                     has_generated_workload(designs[i]));
    if (!cover_the_same(designs[0], designs[i]) || (is_coupled && !all_exact)) continue;
    basis = {designs[0].outcome, designs[i].outcome, {}};
    if (!is_coupled) continue;
    for (const std::size_t one : generated) basis.in_step.push_back(designs[one].outcome);
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
    if (comparisons[i] != nullptr || basis.baseline == nullptr || !basis.in_step.empty()) return;
    go_on_unless_stopped(stop);
    comparisons[i] = std::make_shared<const Comparison>(
        compare_outcomes(*basis.baseline, *basis.variant, StopCheck(stop)));
  });
  for (std::size_t i = 0; i < all.size(); ++i)
    if (comparisons[i] != nullptr && find(all[i]) == nullptr)
      made_.push_back({all[i], comparisons[i]});
  return comparisons;
}

LiveComparisons::Comparisons LiveComparisons::in_step(const std::vector<AnsweredDesign>& designs,
                                                      TraceCache& traces, unsigned threads,
                                                      const std::stop_token& stop) {
  const std::vector<Basis> all = bases(designs);
  Comparisons comparisons = made_before(designs);
  const auto is_missing = [&](std::size_t i) {
    return comparisons[i] == nullptr && !all[i].in_step.empty();
  };
  std::vector<std::size_t> missing;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (is_missing(i)) missing.push_back(i);
  if (missing.empty()) return comparisons;
  StudyOptions options;
  options.threads = threads;
  options.stop = stop;
  const std::map<std::size_t, StudyOutcome> outcomes = outcomes_in_step(designs, traces, options);
  go_on_unless_stopped(stop);
  const auto outcome_of = [&](std::size_t i) -> const StudyOutcome& {
    const auto found = outcomes.find(i);
    return found == outcomes.end() ? *designs[i].outcome : found->second;
  };
  for_each_index(missing.size(), threads, [&](std::size_t i) {
    comparisons[missing[i]] = std::make_shared<const Comparison>(
        compare_outcomes(outcome_of(0), outcome_of(missing[i] + 1), StopCheck(stop)));
  });
  for (const std::size_t i : missing) made_.push_back({all[i], comparisons[i]});
  return comparisons;
}

}  // namespace gpuscape
