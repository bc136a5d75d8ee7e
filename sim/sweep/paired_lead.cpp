#include "sim/sweep/paired_lead.hpp"

#include <algorithm>
#include <utility>

#include "sim/base/error.hpp"
#include "sim/cost/cost_model.hpp"
#include "sim/study/compare/compare.hpp"
#include "sim/study/metrics/estimates.hpp"
#include "sim/sweep/space_reader.hpp"

namespace gpuscape {

namespace {

/// Useful GPU-hours are no metric: their differences are taken replication by replication.
std::optional<Figure> lead_in_useful_hours(const CompareResult& result) {
  const StudyOutcome& best = result.variants.at(0).outcome;
  const StudyOutcome& next = result.variants.at(1).outcome;
  const auto hours = [](const StudyOutcome& of, const ReplicationSummary& one) {
    return of.result.first.cost->totals(one.usage).useful_gpu_hours;
  };
  std::vector<double> differences;
  for (const ReplicationSummary& one : best.replications) {
    const auto same =
        std::ranges::find(next.replications, one.replication, &ReplicationSummary::replication);
    if (same != next.replications.end() && !one.stopped && !same->stopped)
      differences.push_back(hours(next, *same) - hours(best, one));
  }
  if (differences.size() < 2) return std::nullopt;
  const Estimate lead = mean_over_replications(differences, best.result.scenario.run.confidence);
  return Figure{.name = std::string(kFurtherFigures[1]),
                .value = lead.value,
                .low = lead.low,
                .high = lead.high};
}

std::optional<Figure> lead_in(const std::string& by, const CompareResult& result) {
  if (result.partial || result.comparisons.empty() || !result.comparisons[0].paired)
    return std::nullopt;
  if (by == kFurtherFigures[1]) return lead_in_useful_hours(result);
  for (const MetricDifference& metric : result.comparisons[0].metrics)
    if (metric.metric->key == by)
      return Figure{.name = by,
                    .value = metric.difference.value,
                    .low = metric.difference.low,
                    .high = metric.difference.high};
  return std::nullopt;
}

}  // namespace

bool intervals_overlap(const Ranking& ranking, const RunRecord& a, const RunRecord& b) {
  const Figure* of_a = ranking.figure(a);
  const Figure* of_b = ranking.figure(b);
  if (of_a == nullptr || of_b == nullptr) return false;
  if (!of_a->low || !of_a->high || !of_b->low || !of_b->high) return false;
  return *of_a->low <= *of_b->high && *of_b->low <= *of_a->high;
}

void pair_runner_ups(const DesignSpace& space, const ScenarioSource& source,
                     const Registry& registry, std::vector<FoundDesign>& found, unsigned threads,
                     const std::stop_token& stop) {
  const FindSpec find = space.find().value_or(FindSpec());
  if (find.by.empty()) return;
  const Ranking ranking{.space = &space, .find = &find};
  SpaceReader reader(source, registry);
  TraceCache traces;
  for (FoundDesign& answer : found) {
    if (answer.best == nullptr || answer.runner_up == nullptr) continue;
    if (!intervals_overlap(ranking, *answer.best, *answer.runner_up)) continue;
    if (stop.stop_requested()) return;
    std::vector<NamedDesign> both;
    both.reserve(2);
    for (const RunRecord* record : {answer.best, answer.runner_up}) {
      DesignOfSpace read = reader.read(space.design(record->index));
      if (read.scenario) both.push_back({.name = "", .scenario = std::move(*read.scenario)});
    }
    if (both.size() < 2) continue;
    ComparisonOptions options;
    options.threads = threads;
    options.stop = stop;
    answer.lead = lead_in(find.by, compare_designs({both.data(), &both.back()}, traces, options));
  }
}

}  // namespace gpuscape
