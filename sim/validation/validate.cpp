#include "sim/validation/validate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "sim/base/units/unit_text.hpp"
#include "sim/catalog/catalog.hpp"
#include "sim/catalog/catalog_rows.hpp"
#include "sim/cost/node_power.hpp"
#include "sim/model/check/check.hpp"
#include "sim/run/transfers/transfer_run.hpp"
#include "sim/scenario/load/loader.hpp"
#include "sim/study/statistics/quantile.hpp"

namespace gpuscape {

namespace {

/// The figure's scenario for one experiment.
JsonValue scenario_of(const PublishedFigure& figure, const Experiment& experiment) {
  JsonValue stream = JsonValue::make_object();
  if (experiment.collectives.is_null())
    stream.set("transfers", experiment.transfers);
  else
    stream.set("collectives", experiment.collectives);
  JsonValue streams = JsonValue::make_object();
  streams.set("measured", std::move(stream));
  JsonValue workload = JsonValue::make_object();
  workload.set("streams", std::move(streams));
  JsonValue run = JsonValue::make_object();
  run.set("detail", JsonValue::make_text("step"));
  JsonValue scenario = JsonValue::make_object();
  scenario.set("format", JsonValue::make_integer(1));
  scenario.set("title", JsonValue::make_text(figure.id));
  scenario.set("cluster", figure.cluster);
  scenario.set("workload", std::move(workload));
  scenario.set("run", std::move(run));
  return scenario;
}

struct ExperimentRun {
  TransferResult result;
  std::size_t sizes = 1;      ///< of each transfer or collective
  std::size_t transfers = 1;  ///< rows are by transfer, then by size
  [[nodiscard]] const TransferRow& row(std::size_t transfer, std::size_t size) const {
    return result.rows[transfer * sizes + size];
  }
};

ExperimentRun run_experiment(const PublishedFigure& figure, const Experiment& experiment,
                             const Registry& registry) {
  const std::string name = fmt::format("{}: {}", figure.id, experiment.name);
  LoadedScenario loaded = load_scenario_text(write_json(scenario_of(figure, experiment)), name, {},
                                             {.models = registry.names()});
  const auto checked = check(loaded, registry);
  if (!checked) throw ScenarioError(loaded.context.sorted_issues());
  const CheckedScenario& scenario = checked->chosen;
  ExperimentRun run{.result = run_transfers(scenario)};
  const StreamSpec& stream = scenario.spec.streams.front();
  run.sizes = stream.transfers.empty() ? stream.collectives.front().bytes.size()
                                       : stream.transfers.front().bytes.size();
  run.transfers = run.result.rows.size() / run.sizes;
  return run;
}

/// W of a node of the catalogue under the experiment's load.
double power_of(const Experiment& experiment) {
  const std::vector<CatalogRow> rows = catalog_rows(Catalog::shipped(), "nodes", experiment.node);
  const auto watts = [&](std::string_view field) {
    const auto row = std::ranges::find(rows, field, &CatalogRow::field);
    ensure(row != rows.end(), "a node whose power was measured has its power in the catalogue");
    return std::stod(row->value);
  };
  const double idle = watts("power_idle");
  return idle + power_above_idle(idle, watts("power_max"), experiment.load);
}

double median_of(std::vector<double> values) {
  std::ranges::sort(values);
  return quantile(values, 0.5);
}

class FigureRun {
 public:
  FigureRun(const PublishedFigure& figure, const Registry& registry) {
    result_.figure = figure;
    for (const Experiment& experiment : figure.experiments) {
      if (experiment.node.empty())
        add(experiment, run_experiment(figure, experiment, registry));
      else
        add_power(experiment);
    }
    std::vector<double> errors;
    errors.reserve(result_.points.size());
    for (const ValidatedPoint& point : result_.points)
      if (result_.counts(point)) errors.push_back(point.error);
    if (!errors.empty()) result_.error = median_of(errors);
  }

  ValidatedFigure take() { return std::move(result_); }

 private:
  void add(const Experiment& experiment, const ExperimentRun& run) {
    for (const Experiment::Value& value : experiment.values) {
      for (std::size_t i = 0; i < value.by_size.size(); ++i) {
        if (std::isnan(value.by_size[i])) continue;
        ValidatedPoint point = run.result.collectives.empty()
                                   ? measured_point(run, i, experiment.all, value.quantity)
                                   : collective_point(run, i, value.quantity);
        if (value.by_size.size() == 1) point.size.clear();
        add_point(experiment, value.by_size[i], std::move(point));
      }
    }
  }

  void add_power(const Experiment& experiment) {
    ensure(experiment.values.front().by_size.size() == 1, "a node has one power");
    add_point(experiment, experiment.values.front().by_size.front(),
              {.quantity = MeasuredQuantity::power,
               .ours = power_of(experiment),
               .bound_by = fmt::format("{}, load {}", experiment.load_name, experiment.load)});
  }

  void add_point(const Experiment& experiment, double published, ValidatedPoint point) {
    point.experiment = experiment.name;
    point.published = published;
    point.error = std::abs(point.ours - published) / published;
    point.fitted = !experiment.fits.empty();
    result_.points.push_back(std::move(point));
  }

  /// Of the first collective at its i-th size.
  static ValidatedPoint collective_point(const ExperimentRun& run, std::size_t i,
                                         MeasuredQuantity quantity) {
    ensure(i < run.sizes, "a figure has no more values than sizes");
    const CollectiveRow& row = run.result.collectives[i];
    ValidatedPoint point;
    point.size = human_text(row.bytes);
    point.quantity = quantity;
    point.bound_by = row.protocol.empty()
                         ? fmt::format("{}: {}", row.algorithm, row.bound_by)
                         : fmt::format("{}, {}: {}", row.algorithm, row.protocol, row.bound_by);
    point.ours = quantity == MeasuredQuantity::time            ? row.duration().value()
                 : quantity == MeasuredQuantity::bus_bandwidth ? row.bus_bandwidth().value()
                                                               : row.algorithm_bandwidth().value();
    return point;
  }

  /// Of the first transfer at its i-th size; with `all`, rates of every transfer add up.
  static ValidatedPoint measured_point(const ExperimentRun& run, std::size_t i, bool all,
                                       MeasuredQuantity quantity) {
    ensure(i < run.sizes, "a figure has no more values than sizes");
    const TransferRow& first = run.row(0, i);
    ValidatedPoint point;
    point.size = human_text(first.message);
    point.quantity = quantity;
    point.bound_by = first.bound_by;
    point.ours =
        quantity == MeasuredQuantity::time ? first.duration().value() : first.rate().value();
    for (std::size_t t = 1; all && t < run.transfers; ++t)
      point.ours += run.row(t, i).rate().value();
    return point;
  }

  ValidatedFigure result_;
};

std::string place_of(const ValidatedFigure& figure, const ValidatedPoint& point) {
  return fmt::format("{}: {}{}{}", figure.figure.id, point.experiment,
                     point.size.empty() ? "" : ", ", point.size);
}

/// Errors of figures, and of their points.
class Errors {
 public:
  void add(const ValidatedFigure& figure) {
    add(figures_, figure.error, figure.figure.id);
    for (const ValidatedPoint& point : figure.points)
      if (figure.counts(point)) add(points_, point.error, place_of(figure, point));
  }
  [[nodiscard]] ErrorSummary of_figures() const { return summary_of(figures_); }
  [[nodiscard]] ErrorSummary of_points() const { return summary_of(points_); }

 private:
  struct All {
    std::vector<double> errors;
    std::string worst_at;
    double worst = -1.0;
  };
  static void add(All& all, double error, std::string place) {
    all.errors.push_back(error);
    if (error <= all.worst) return;
    all.worst = error;
    all.worst_at = std::move(place);
  }
  static ErrorSummary summary_of(All all) {
    if (all.errors.empty()) return {};
    std::ranges::sort(all.errors);
    return {.count = all.errors.size(),
            .median = quantile(all.errors, 0.5),
            .p90 = quantile(all.errors, 0.9),
            .worst = all.worst,
            .worst_at = all.worst_at};
  }

  All figures_;
  All points_;
};

void summarize(ValidationResult& result) {
  Errors scored;
  Errors fitted;
  for (ValidatedFigure& validated : result.figures) {
    const PublishedFigure& figure = validated.figure;
    if (figure.figure_class != result.goals.of_class || !figure.measured || !figure.verified)
      continue;
    ++result.in_question;
    if (validated.points.empty()) continue;
    ++result.expressed;
    validated.scored = figure.used_for == "test";
    (validated.scored ? scored : fitted).add(validated);
  }
  result.scored = scored.of_figures();
  result.fitted = fitted.of_figures();
  result.scored_points = scored.of_points();
  result.fitted_points = fitted.of_points();
}

}  // namespace

ValidationResult validate(const PublishedArea& area, const Registry& registry,
                          std::string_view only) {
  ValidationResult result;
  result.area = area.name;
  result.goals = area.goals;
  for (const PublishedFigure& figure : area.figures) {
    if (!only.empty() && figure.id != only) continue;
    result.figures.push_back(FigureRun(figure, registry).take());
  }
  summarize(result);
  return result;
}

}  // namespace gpuscape
