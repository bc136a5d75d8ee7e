#include "sim/validation/figure_failing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "sim/base/units/clock_units.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/fields/merge.hpp"
#include "sim/run/nodes/node_failures.hpp"
#include "sim/study/run_study.hpp"
#include "sim/study/statistics/quantile.hpp"
#include "sim/validation/figure_scenario.hpp"

namespace gpuscape {

namespace {

constexpr double kDaysOfYear = 365.25;

/// Jobs of one node each work on all nodes.
class AllWork final : public NodeUse {
 public:
  [[nodiscard]] bool is_working(const OutageNode& /*at*/) const override { return true; }
  [[nodiscard]] std::optional<OutageNode> another_of_its_job(const OutageNode& /*at*/,
                                                             double /*draw*/) const override {
    return std::nullopt;
  }
};

/// Failures of a checked scenario as a run draws them, without jobs.
class DrawnFailures {
 public:
  DrawnFailures(const CheckedScenario& scenario, Seconds over, std::uint64_t replication)
      : platform_(scenario.cluster->platform()), over_(over) {
    NodeFailures failures(scenario.failing, scenario.spec.run.seed, replication);
    for (auto next = failures.next_date(); next && *next < over; next = failures.next_date())
      if (const auto failed = failures.next(AllWork{})) all_.push_back(*failed);
  }

  [[nodiscard]] double count() const { return static_cast<double>(all_.size()); }

  /// Failures of one GPU in a year of its service, by year from the beginning.
  [[nodiscard]] std::vector<double> by_year() const {
    const double year = kDaysOfYear * kSecondsPerDay;
    const auto years = static_cast<std::size_t>(std::round(over_.value() / year));
    std::vector<double> failed(years, 0.0);
    std::vector<double> in_service(years, static_cast<double>(platform_.gpus_total()));
    for (const PlannedOutage& outage : all_) {
      const double begin = outage.begin.value() / year;
      failed[std::min(years - 1, static_cast<std::size_t>(begin))] += 1.0;
      const double gpus = gpus_of(outage);
      for (std::size_t i = 0; i < years; ++i) {
        const auto from = static_cast<double>(i);
        const double to = std::min(from + 1.0, outage.end.value() / year);
        in_service[i] -= gpus * std::max(0.0, to - std::max(from, begin));
      }
    }
    for (std::size_t i = 0; i < years; ++i) failed[i] /= in_service[i];
    return failed;
  }

  /// Of all nodes, the share that is away for at most 1 % of the time.
  [[nodiscard]] double spares() const {
    constexpr double kMost = 0.99;
    std::multiset<std::pair<double, int>> steps;
    for (const PlannedOutage& outage : all_) {
      steps.insert({outage.begin.value(), 1});
      if (outage.end < over_) steps.insert({outage.end.value(), -1});
    }
    std::map<int, double> time;
    double since = 0.0;
    int away = 0;
    for (const auto& [date, step] : steps) {
      time[away] += date - since;
      since = date;
      away += step;
    }
    time[away] += over_.value() - since;
    double below = 0.0;
    for (const auto& [nodes, seconds] : time) {
      below += seconds;
      if (below >= kMost * over_.value())
        return static_cast<double>(nodes) / static_cast<double>(platform_.node_count());
    }
    return 1.0;
  }

 private:
  [[nodiscard]] double gpus_of(const PlannedOutage& outage) const {
    double gpus = 0.0;
    for (const OutageNode& at : outage.nodes)
      gpus += static_cast<double>(platform_.groups()[at.group].capacity.gpus);
    return gpus;
  }

  const Platform& platform_;
  Seconds over_;
  std::vector<PlannedOutage> all_;
};

std::vector<double> measured_of(const DrawnFailures& drawn, const Experiment& experiment) {
  if (experiment.measure == "failures_by_year") return drawn.by_year();
  if (experiment.measure == "spares") return {drawn.spares()};
  if (experiment.measure == "failures") return {drawn.count()};
  return {experiment.over.value() / drawn.count()};
}

/// What the scenario comes to: means over its replications where failures are drawn.
std::vector<double> outcome(const CheckedScenario& scenario, const Experiment& experiment) {
  if (!(experiment.over > Seconds(0.0))) {
    TraceCache traces;
    const StudyResult result = run_study(scenario, traces, {}).result;
    return {result.estimates[experiment.measure].value};
  }
  const std::int64_t replications = scenario.spec.run.replications.value_or(1);
  std::vector<double> sums;
  for (std::int64_t i = 0; i < replications; ++i) {
    const std::vector<double> values = measured_of(
        DrawnFailures(scenario, experiment.over, static_cast<std::uint64_t>(i)), experiment);
    sums.resize(values.size(), 0.0);
    for (std::size_t k = 0; k < values.size(); ++k)
      sums[k] += values[k] / static_cast<double>(replications);
  }
  return sums;
}

/// "meta-rsc-1", "node": what fails.
std::string causes_of(const CheckedScenario& scenario) {
  std::string causes;
  for (const FailureSpec& failure : scenario.spec.cluster.failures)
    causes += (causes.empty() ? "" : ", ") + (failure.entry.empty() ? failure.name : failure.entry);
  return causes.empty() ? "nothing fails" : causes;
}

}  // namespace

std::vector<ScenarioPoint> run_failing(const Experiment& experiment, const Registry& registry) {
  const CheckedScenario scenario = checked_text(experiment.scenario, experiment.name, registry);
  const std::vector<double> ours = outcome(scenario, experiment);
  std::vector<double> useless;
  if (!experiment.useless.is_null()) {
    JsonValue other = experiment.scenario;
    merge_patch(other, experiment.useless);
    useless = outcome(checked_text(other, experiment.name, registry), experiment);
  }
  const Experiment::Value& value = experiment.values.front();
  ensure(value.by_size.size() <= ours.size(), "a figure has no more values than its experiment");
  std::vector<ScenarioPoint> points;
  for (std::size_t i = 0; i < value.by_size.size(); ++i) {
    if (std::isnan(value.by_size[i])) continue;
    // Nothing at all is as wrong as can be, and not the lack of an answer.
    constexpr double kNothing = 1e-12;
    ValidatedPoint point;
    if (value.by_size.size() > 1) point.size = fmt::format("year {}", i + 1);
    point.quantity = value.quantity;
    point.ours = ours[i];
    point.bound_by = causes_of(scenario);
    if (!useless.empty()) point.naive.value = std::max(useless[i], kNothing);
    point.limit = experiment.limit;
    points.push_back({value.by_size[i], std::move(point)});
  }
  return points;
}

std::optional<double> baseline_of_failing(const std::vector<ValidatedPoint>& points) {
  std::vector<double> errors;
  for (const ValidatedPoint& point : points)
    if (point.quantity >= MeasuredQuantity::count && point.naive.value > 0.0)
      errors.push_back(error_of(point, point.naive.value));
  if (errors.empty()) return std::nullopt;
  std::ranges::sort(errors);
  return quantile(errors, 0.5);
}

}  // namespace gpuscape
