#include "sim/study/compare/board_verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sim/study/compare/compare_result.hpp"
#include "sim/study/compare/later_jobs.hpp"

namespace gpuscape {

namespace {

/// How two designs compare in cost alone.
struct CostPair {
  std::optional<CostComparison> cost;
  std::optional<CostVerdict> verdict;
  [[nodiscard]] bool is_decided() const { return verdict && verdict->by != CheaperBy::nothing; }
  [[nodiscard]] bool second_is_cheaper() const {
    return verdict && verdict->by != CheaperBy::nothing && verdict->cheaper == Cheaper::variant;
  }
};

CostPair cost_pair(const StudyResult& first, const StudyResult& second, const StopCheck& stop) {
  CostPair pair;
  const bool same = same_jobs(first.first, second.first, stop);
  pair.cost = compare_costs({*first.first.cost, first.usage}, {*second.first.cost, second.usage});
  pair.verdict = cost_verdict(first, second, same, pair.cost);
  return pair;
}

/// Whether a band of differences holds both signs.
bool holds_both(const CostBand& band) { return band.low < 0.0 && band.high > 0.0; }

class Judge {
 public:
  Judge(const CompareResult& result, const StopCheck& stop) : result_(result), stop_(stop) {}

  BoardVerdict judge() {
    sort_out();
    if (result_.partial)
      verdict_.why_none = "it was stopped before the end";
    else if (working_.empty())
      verdict_.why_none = "no design does what is asked";
    else if (working_.size() == 1)
      alone();
    else if (verdict_.any_cost)
      by_cost();
    else
      by_metrics();
    return std::move(verdict_);
  }

 private:
  [[nodiscard]] const StudyResult& study(std::size_t design) const {
    return result_.variants[design].outcome.result;
  }

  void sort_out() {
    for (std::size_t i = 0; i < result_.variants.size(); ++i) {
      const StudyResult& of = study(i);
      verdict_.any_cost = verdict_.any_cost || of.first.cost != nullptr;
      verdict_.any_objective = verdict_.any_objective || !of.slo.empty();
      if (!result_.variants[i].finished) continue;
      std::vector<std::string> lacks = shortfalls(of);
      if (lacks.empty())
        working_.push_back(i);
      else
        verdict_.short_of_work.push_back({i, std::move(lacks)});
    }
    verdict_.baseline_works = !working_.empty() && working_.front() == 0;
    for (const Comparison& comparison : result_.comparisons)
      if (std::ranges::find(working_, comparison.variant) != working_.end())
        verdict_.tallies.push_back(tally_of(comparison));
  }

  void alone() {
    verdict_.by = BoardVerdict::By::doing_the_work;
    verdict_.winner = working_.front();
  }

  /// What keeps the designs that do the work from being compared by their cost; empty: nothing.
  [[nodiscard]] std::string obstacle() const {
    for (const std::size_t design : working_) {
      const std::string& name = result_.variants[design].name;
      if (study(design).first.cost == nullptr) return fmt::format("{} has no cost section", name);
      if (has_part_not_counted(study(design).first))
        return fmt::format("not everything is counted of {}", name);
    }
    return "";
  }

  void by_cost() {
    verdict_.why_none = obstacle();
    if (!verdict_.why_none.empty()) return;
    std::size_t best = working_.front();
    std::size_t second = working_[1];
    for (std::size_t i = 1; i < working_.size(); ++i) {
      const std::size_t design = working_[i];
      const CostPair pair = cost_pair(study(best), study(design), stop_);
      if (!pair.is_decided()) {
        verdict_.why_none =
            fmt::format("{} and {}: {}", result_.variants[best].name, result_.variants[design].name,
                        pair.verdict ? pair.verdict->why_none : "");
        return;
      }
      if (pair.second_is_cheaper()) {
        second = std::exchange(best, design);
      } else if (second != design &&
                 cost_pair(study(second), study(design), stop_).second_is_cheaper()) {
        second = design;
      }
    }
    CostPair last = cost_pair(study(second), study(best), stop_);
    verdict_.runner_up = second;
    verdict_.by = BoardVerdict::By::cost;
    if (last.second_is_cheaper()) verdict_.winner = best;
    if (last.verdict && last.verdict->rates)
      verdict_.ranges_decide = holds_both(last.verdict->rates->difference);
    else if (last.cost)
      verdict_.ranges_decide = holds_both(last.cost->difference);
    verdict_.cost = std::move(last.cost);
    verdict_.cost_verdict = std::move(last.verdict);
  }

  /// Better in something and worse in nothing than the baseline; or the baseline, where every other
  /// design is the opposite.
  void by_metrics() {
    std::vector<std::size_t> gain;
    bool all_lose = !verdict_.tallies.empty() && verdict_.baseline_works;
    for (const DesignTally& tally : verdict_.tallies) {
      if (tally.worse.empty() && !tally.better.empty()) gain.push_back(tally.design);
      all_lose = all_lose && tally.better.empty() && !tally.worse.empty();
    }
    if (all_lose || gain.size() == 1) {
      verdict_.by = BoardVerdict::By::metrics;
      verdict_.winner = all_lose ? 0 : gain.front();
      return;
    }
    if (gain.size() > 1)
      verdict_.why_none = fmt::format(
          "{} designs are better than the baseline and worse in nothing; --baseline NAME compares "
          "the others with one of them",
          gain.size());
    else
      verdict_.why_none = "no design is better than the baseline and worse in nothing";
  }

  const CompareResult& result_;
  const StopCheck& stop_;
  BoardVerdict verdict_;
  std::vector<std::size_t> working_;
};

}  // namespace

DesignTally tally_of(const Comparison& comparison) {
  DesignTally tally{.design = comparison.variant};
  for (const MetricDifference& one : comparison.metrics) {
    if (is_of_cost(*one.metric)) continue;
    if (one.verdict == Verdict::better) tally.better.push_back(one.metric);
    if (one.verdict == Verdict::worse) tally.worse.push_back(one.metric);
  }
  return tally;
}

BoardVerdict board_verdict(const CompareResult& result, const StopCheck& stop) {
  return Judge(result, stop).judge();
}

}  // namespace gpuscape
