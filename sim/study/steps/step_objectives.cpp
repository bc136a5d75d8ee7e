#include "sim/study/steps/step_objectives.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "sim/base/error.hpp"
#include "sim/scenario/step_objective.hpp"

namespace gpuscape {

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

template <class Row, class Value>
std::vector<double> values_of(const std::vector<Row>& rows, Value value) {
  std::vector<double> values;
  for (const Row& row : rows)
    if (const std::optional<double> one = value(row)) values.push_back(*one);
  return values;
}

template <class Row>
std::optional<double> duration_of(const Row& row) {
  return row.ended ? row.duration().value() : kNone;
}

std::optional<double> step_of(const StepRow& row) { return row.ended ? row.step().value() : kNone; }

std::optional<double> rate_of(const StepRow& row) {
  if (!(row.samples > 0.0)) return std::nullopt;
  return row.ended ? row.samples_per_second() : kNone;
}

std::optional<double> training_of(const StepRow& row) {
  if (!(row.samples > 0.0) || !(row.to_train > 0.0)) return std::nullopt;
  return row.ended ? row.time_to_train().value() : kNone;
}

std::vector<double> values_of(std::string_view metric, const TransferResult& result) {
  if (metric == "step_s") return values_of(result.steps, step_of);
  if (metric == "samples_per_s") return values_of(result.steps, rate_of);
  if (metric == "time_to_train_s") return values_of(result.steps, training_of);
  if (metric == "transfer_s") return values_of(result.rows, duration_of<TransferRow>);
  if (metric == "collective_s") return values_of(result.collectives, duration_of<CollectiveRow>);
  throw InternalError("an objective is of a metric that no row has");
}

/// NaN where there is none, or where one is not known.
double worst(const std::vector<double>& values, bool smallest) {
  if (values.empty() || std::ranges::any_of(values, [](double v) { return std::isnan(v); }))
    return kNone;
  return smallest ? std::ranges::min(values) : std::ranges::max(values);
}

}  // namespace

std::vector<SloVerdict> step_objectives(const ScenarioSpec& scenario,
                                        const TransferResult& result) {
  std::vector<SloVerdict> verdicts;
  verdicts.reserve(scenario.slo.size());
  for (const SloSpec& slo : scenario.slo) {
    SloVerdict verdict{slo, Estimate{}, false};
    // What is best high is as good as its lowest row.
    verdict.value.value = worst(values_of(slo.metric, result), slo.metric == "samples_per_s");
    const double value = verdict.value.value;
    verdict.met = slo.at_least ? value >= slo.limit : value <= slo.limit;
    verdicts.push_back(verdict);
  }
  return verdicts;
}

}  // namespace gpuscape
