#include "sim/sweep/run_record.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/cost/cost_model.hpp"
#include "sim/study/compare/cost_verdict.hpp"
#include "sim/study/metrics/estimates.hpp"
#include "sim/study/metrics/metrics.hpp"

namespace gpuscape {

namespace {

Figure figure_of(std::string name, const Estimate& estimate) {
  return {
      .name = std::move(name), .value = estimate.value, .low = estimate.low, .high = estimate.high};
}

KeptObjective kept(const SloVerdict& slo) {
  return {.figure = figure_of(slo.name, slo.value),
          .metric = slo.metric,
          .quantile = slo.quantile,
          .limit = slo.limit,
          .of_jobs = slo.of_jobs,
          .is_time = slo.is_time,
          .at_least = slo.at_least,
          .met = slo.met};
}

/// Over the horizon; with an interval where there are several replications.
Figure useful_gpu_hours(const StudyOutcome& outcome) {
  const StudyResult& result = outcome.result;
  Figure figure{.name = "useful_gpu_hours",
                .value = result.first.cost->totals(result.usage).useful_gpu_hours};
  std::vector<double> values;
  for (const ReplicationSummary& one : outcome.replications)
    if (!one.stopped) values.push_back(result.first.cost->totals(one.usage).useful_gpu_hours);
  if (values.size() < 2) return figure;
  const Estimate mean = mean_over_replications(values, result.scenario.run.confidence);
  figure.low = mean.low;
  figure.high = mean.high;
  return figure;
}

}  // namespace

const Figure* RunRecord::figure(std::string_view name) const {
  const auto named = [&](std::string_view wanted) {
    const auto found = std::ranges::find(figures, wanted, &Figure::name);
    return found == figures.end() ? nullptr : &*found;
  };
  constexpr std::string_view kOfGpus = "gpus_";
  const Figure* found = named(name);
  if (found == nullptr && name.starts_with(kOfGpus))
    found = named("cores_" + std::string(name.substr(kOfGpus.size())));
  return found;
}

std::string RunRecord::design_name() const {
  std::string name;
  for (const auto& [axis, value] : axes)
    name += fmt::format("{}{} {}", name.empty() ? "" : ", ", axis, value);
  return name.empty() ? "the scenario" : name;
}

RunRecord record_of(const StudyOutcome& outcome) {
  const StudyResult& result = outcome.result;
  RunRecord record{.jobs = result.jobs,
                   .gpus = result.first.gpus_total,
                   .replications = result.replications,
                   .unfinished = result.unfinished,
                   .never_fit = result.first.never_fit,
                   .overloaded = result.overloaded(),
                   .nothing_started = result.nothing_started(),
                   .precision_reached = result.precision_reached};
  record.figures.push_back(
      {.name = "gpus_total", .value = static_cast<double>(result.first.gpus_total)});
  for (const Metric& metric : metrics()) {
    if (!has(result.first, metric)) continue;
    const std::string name = metric_name(result.first, metric);
    record.figures.push_back(metric.estimated
                                 ? figure_of(name, result.estimates[metric.key])
                                 : Figure{.name = name, .value = result.metrics[metric.key]});
  }
  if (result.first.cost != nullptr) {
    record.currency = result.first.cost->spec().currency.code();
    record.cost_is_at_least = has_part_not_counted(result.first);
    record.cost_over = result.first.cost->spec().horizon;
    record.figures.push_back(useful_gpu_hours(outcome));
  }
  for (const SloVerdict& slo : result.slo) record.objectives.push_back(kept(slo));
  return record;
}

SloVerdict verdict_of(const KeptObjective& objective) {
  SloVerdict verdict;
  verdict.name = objective.figure.name;
  verdict.metric = objective.metric;
  verdict.quantile = objective.quantile;
  verdict.limit = objective.limit;
  verdict.of_jobs = objective.of_jobs;
  verdict.is_time = objective.is_time;
  verdict.at_least = objective.at_least;
  verdict.met = objective.met;
  verdict.value = {.value = objective.figure.value,
                   .low = objective.figure.low,
                   .high = objective.figure.high,
                   .method = {}};
  return verdict;
}

}  // namespace gpuscape
