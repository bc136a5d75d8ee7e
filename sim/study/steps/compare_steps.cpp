#include "sim/study/steps/compare_steps.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <map>
#include <string_view>
#include <utility>

#include "sim/base/error.hpp"

namespace gpuscape {

namespace {

constexpr std::size_t kNobody = static_cast<std::size_t>(-1);
using Partner = std::vector<std::size_t>;  // of each row of the baseline; or kNobody

/// Rows of both that `same` finds alike and that have no partner yet, in their order.
void match(const std::vector<StepBlock>& base, const std::vector<StepBlock>& other,
           std::string StepBlock::* same, Partner& partner, std::vector<bool>& taken) {
  std::map<std::pair<BlockKind, std::string_view>, std::deque<std::size_t>> free;
  for (std::size_t j = 0; j < other.size(); ++j)
    if (!taken[j]) free[{other[j].kind, other[j].*same}].push_back(j);
  for (std::size_t i = 0; i < base.size(); ++i) {
    if (partner[i] != kNobody) continue;
    const auto found = free.find({base[i].kind, base[i].*same});
    if (found == free.end() || found->second.empty()) continue;
    partner[i] = found->second.front();
    found->second.pop_front();
    taken[partner[i]] = true;
  }
}

StepsVerdict verdict_of(const StepsDifference& difference, double negligible) {
  if (difference.pairs.empty()) return StepsVerdict::not_compared;
  const double least = difference.pairs[difference.least].ratio;
  const double most = difference.pairs[difference.most].ratio;
  // A part of the larger of both times, as of jobs.
  const bool slower = most > 1.0 && 1.0 - 1.0 / most >= negligible;
  const bool faster = least < 1.0 && 1.0 - least >= negligible;
  if (slower && faster) return StepsVerdict::mixed;
  if (slower) return StepsVerdict::slower;
  return faster ? StepsVerdict::faster : StepsVerdict::negligible;
}

void sum_up(const std::vector<StepBlock>& base, const std::vector<StepBlock>& other,
            StepsDifference& difference) {
  double logs = 0.0;
  for (std::size_t i = 0; i < difference.pairs.size(); ++i) {
    const BlockPair& pair = difference.pairs[i];
    logs += std::log(pair.ratio);
    if (pair.ratio < difference.pairs[difference.least].ratio) difference.least = i;
    if (pair.ratio > difference.pairs[difference.most].ratio) difference.most = i;
    const StepBlock& before = base[pair.baseline];
    const StepBlock& now = other[pair.variant];
    if (before.kind != BlockKind::steps) continue;
    difference.causes.compute += now.compute - before.compute;
    difference.causes.calls += now.calls - before.calls;
    difference.causes.rest += now.rest() - before.rest();
  }
  if (!difference.pairs.empty())
    difference.mean_ratio = std::exp(logs / static_cast<double>(difference.pairs.size()));
}

StepsDifference difference_of(const std::vector<StepBlock>& base,
                              const std::vector<StepBlock>& other, double negligible) {
  StepsDifference difference;
  Partner partner(base.size(), kNobody);
  std::vector<bool> taken(other.size(), false);
  match(base, other, &StepBlock::name, partner, taken);
  match(base, other, &StepBlock::work, partner, taken);
  for (std::size_t i = 0; i < base.size(); ++i) {
    const bool has_partner = partner[i] != kNobody;
    const Seconds before = base[i].time.value_or(Seconds(0.0));
    const Seconds now = has_partner ? other[partner[i]].time.value_or(Seconds(0.0)) : Seconds(0.0);
    if (before > Seconds(0.0) && now > Seconds(0.0))
      difference.pairs.push_back({i, partner[i], now / before});
    else
      difference.not_compared.push_back(base[i].name);
  }
  for (std::size_t j = 0; j < other.size(); ++j)
    if (!taken[j]) difference.not_compared.push_back(other[j].name);
  sum_up(base, other, difference);
  difference.verdict = verdict_of(difference, negligible);
  return difference;
}

/// The baseline stands for itself: it wins where every other one is slower, or mixed and slower in
/// the mean.
std::optional<std::size_t> fastest_of(const StepsComparison& comparison) {
  if (comparison.partial || comparison.differences.empty()) return std::nullopt;
  std::optional<std::size_t> best;
  double ratio = 1.0;
  for (const StepsDifference& difference : comparison.differences) {
    if (!difference.not_compared.empty()) return std::nullopt;
    if (difference.verdict == StepsVerdict::mixed) return std::nullopt;
    if (difference.verdict == StepsVerdict::faster && difference.mean_ratio < ratio) {
      ratio = difference.mean_ratio;
      best = difference.design;
    }
  }
  const bool all_slower = std::ranges::all_of(
      comparison.differences,
      [](const StepsDifference& difference) { return difference.verdict == StepsVerdict::slower; });
  if (!best) return all_slower ? std::optional<std::size_t>(0) : std::nullopt;
  // Another one that differs from it by less than counts is as fast.
  for (const StepsDifference& difference : comparison.differences)
    if (difference.design != *best && 1.0 - ratio / difference.mean_ratio < comparison.negligible)
      return std::nullopt;
  return best;
}

}  // namespace

StepsComparison compare_steps(std::vector<StepsOfDesign> designs, double negligible) {
  ensure(designs.size() > 1, "a comparison has a baseline and another design");
  StepsComparison comparison;
  comparison.negligible = negligible;
  comparison.designs = std::move(designs);
  for (StepsOfDesign& design : comparison.designs) {
    design.blocks = step_blocks(design.result);
    comparison.partial = comparison.partial || design.result.partial;
  }
  for (std::size_t i = 1; i < comparison.designs.size(); ++i) {
    StepsDifference difference =
        difference_of(comparison.designs.front().blocks, comparison.designs[i].blocks, negligible);
    difference.design = i;
    comparison.differences.push_back(std::move(difference));
  }
  comparison.fastest = fastest_of(comparison);
  return comparison;
}

std::string_view steps_verdict_name(StepsVerdict verdict) {
  switch (verdict) {
    case StepsVerdict::faster:
      return "faster";
    case StepsVerdict::slower:
      return "slower";
    case StepsVerdict::mixed:
      return "mixed";
    case StepsVerdict::negligible:
      return "negligible";
    case StepsVerdict::not_compared:
      return "not_compared";
  }
  throw InternalError("a comparison of steps has a verdict that no report knows");
}

}  // namespace gpuscape
