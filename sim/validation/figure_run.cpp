#include "sim/validation/figure_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "sim/base/units/unit_text.hpp"
#include "sim/catalog/catalog.hpp"
#include "sim/catalog/catalog_rows.hpp"
#include "sim/cost/node_power.hpp"
#include "sim/run/transfers/transfer_run.hpp"
#include "sim/study/statistics/quantile.hpp"
#include "sim/validation/baseline.hpp"
#include "sim/validation/figure_failing.hpp"
#include "sim/validation/figure_reading.hpp"
#include "sim/validation/figure_scenario.hpp"
#include "sim/validation/figure_scheduling.hpp"

namespace gpuscape {

namespace {

struct ExperimentRun {
  TransferResult result;
  TransferResult on_links = {};         ///< of transfers: the same, links alone
  std::vector<double> line_times = {};  ///< of collectives, by size
  bool between_nodes = false;
  std::size_t sizes = 1;      ///< of each transfer or collective
  std::size_t transfers = 1;  ///< rows are by transfer, then by size
  [[nodiscard]] const TransferRow& row(std::size_t transfer, std::size_t size) const {
    return result.rows[transfer * sizes + size];
  }
};

/// The transfers over links that cost nothing but their bandwidth.
JsonValue on_links_alone(JsonValue transfers) {
  for (JsonValue& transfer : transfers.items())
    transfer.set("transport", JsonValue::make_text("links-alone"));
  return transfers;
}

/// What a baseline needs: the same bytes at the links' rates.
void add_naive(const PublishedFigure& figure, const Experiment& experiment,
               const Registry& registry, const CheckedScenario& scenario, ExperimentRun& run) {
  for (const CollectiveRow& row : run.result.collectives) {
    run.line_times.push_back(naive_collective_time(scenario, row.bytes, row.bus_factor));
    run.between_nodes = row.among.find(" nodes") != std::string::npos;
  }
  if (!run.result.collectives.empty()) return;
  run.between_nodes = run.result.rows.front().path == path_class_name(PathClass::network);
  run.on_links = run_transfers(checked_scenario(figure, experiment, registry, "transfers",
                                                on_links_alone(experiment.transfers)));
}

ExperimentRun run_experiment(const PublishedFigure& figure, const Experiment& experiment,
                             const Registry& registry) {
  const bool collective = !experiment.collectives.is_null();
  const CheckedScenario scenario =
      checked_scenario(figure, experiment, registry, collective ? "collectives" : "transfers",
                       collective ? experiment.collectives : experiment.transfers);
  ExperimentRun run{.result = run_transfers(scenario)};
  add_naive(figure, experiment, registry, scenario, run);
  const StreamSpec& stream = scenario.spec.streams.front();
  run.sizes = stream.transfers.empty() ? stream.collectives.front().bytes.size()
                                       : stream.transfers.front().bytes.size();
  run.transfers = run.result.rows.size() / run.sizes;
  return run;
}

/// A row's rate in units of which one cancels: relative to another row's.
double step_rate(const StepRow& row, MeasuredQuantity quantity) {
  const auto gpus = static_cast<double>(row.gpus);
  if (quantity == MeasuredQuantity::batch_rate) return gpus / row.step().value();
  return row.samples_per_second() / (quantity == MeasuredQuantity::efficiency ? gpus : 1.0);
}

/// W of a node of the catalogue under the experiment's load.
double power_of(const Experiment& experiment, double load) {
  const std::vector<CatalogRow> rows = catalog_rows(Catalog::shipped(), "nodes", experiment.node);
  const auto watts = [&](std::string_view field) {
    const auto row = std::ranges::find(rows, field, &CatalogRow::field);
    ensure(row != rows.end(), "a node whose power was measured has its power in the catalogue");
    return std::stod(row->value);
  };
  const double idle = watts("power_idle");
  return idle + power_above_idle(idle, watts("power_max"), load);
}

double median_error(std::vector<double> values) {
  std::ranges::sort(values);
  return quantile(values, 0.5);
}

class FigureRun {
 public:
  FigureRun(const PublishedFigure& figure, const Registry& registry) {
    result_.figure = figure;
    for (const Experiment& experiment : figure.experiments) {
      if (!experiment.node.empty())
        add_power(experiment);
      else if (is_reading(experiment))
        add(experiment, run_reading(experiment, registry));
      else if (is_scheduling(experiment))
        for (ScenarioPoint& point : run_scheduling(experiment, registry, scheduled_))
          add(experiment, std::move(point));
      else if (!experiment.scenario.is_null())
        for (ScenarioPoint& point : run_failing(experiment, registry))
          add(experiment, std::move(point));
      else if (!experiment.sharing.law.empty())
        add_shared(experiment);
      else if (!experiment.steps.is_null())
        add_steps(experiment, run_steps(figure, experiment, registry));
      else
        add(experiment, run_experiment(figure, experiment, registry));
    }
    std::vector<double> errors;
    errors.reserve(result_.points.size());
    for (const ValidatedPoint& point : result_.points)
      if (result_.counts(point)) errors.push_back(point.error);
    if (!errors.empty()) result_.error = median_error(errors);
    result_.baseline = baseline_of_failing(result_.points);
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
               .ours = power_of(experiment, experiment.load),
               .bound_by = fmt::format("{}, load {}", experiment.load_name, experiment.load),
               .naive = {.value = power_of(experiment, 1.0)}});
  }

  /// Every GPU as quick as those of the first row, whatever it exchanges.
  static double naive_step(const Experiment& experiment, MeasuredQuantity quantity,
                           const std::vector<StepRow>& rows, std::size_t i) {
    const double gpus = static_cast<double>(rows[i].gpus) / static_cast<double>(rows[0].gpus);
    if (quantity == MeasuredQuantity::training_time)
      return experiment.epochs[i] / experiment.epochs[0] / gpus;
    return quantity == MeasuredQuantity::efficiency ? 1.0 : gpus;
  }

  /// Relative to the first row, whose measured value is an input; times as they are.
  void add_steps(const Experiment& experiment, const std::vector<StepRow>& rows) {
    for (const Experiment::Value& value : experiment.values) {
      ensure(value.by_size.size() == rows.size(), "a figure has a value, or null, for every row");
      if (value.quantity == MeasuredQuantity::time) {
        add_step_times(experiment, value, rows);
        continue;
      }
      for (std::size_t i = 1; i < rows.size(); ++i) {
        if (std::isnan(value.by_size[i])) continue;
        double ours = step_rate(rows[i], value.quantity) / step_rate(rows[0], value.quantity);
        if (value.quantity == MeasuredQuantity::training_time)
          ours = experiment.epochs[i] / experiment.epochs[0] / ours;
        const double first = value.by_size[0];
        add_point(experiment, value.by_size[i],
                  {.size = fmt::format("{} GPUs", rows[i].gpus),
                   .gpus = rows[i].gpus,
                   .quantity = value.quantity,
                   .ours = std::isnan(first) ? ours : first * ours,
                   .bound_by = rows[i].bound_by,
                   .naive = {.value = (std::isnan(first) ? 1.0 : first) *
                                      naive_step(experiment, value.quantity, rows, i)}});
      }
    }
  }

  void add_step_times(const Experiment& experiment, const Experiment::Value& value,
                      const std::vector<StepRow>& rows) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (std::isnan(value.by_size[i])) continue;
      add_point(experiment, value.by_size[i],
                {.size = rows.size() > 1 ? rows[i].application : "",
                 .gpus = rows[i].gpus,
                 .quantity = MeasuredQuantity::time,
                 .ours = rows[i].step().value(),
                 .bound_by = rows[i].bound_by,
                 .naive = {.value = std::max(rows[i].compute, rows[i].copies).value()}});
    }
  }

  /// Beside what keeps all of its speed, and beside what has its part of the GPU's slices.
  void add_shared(const Experiment& experiment) {
    const std::vector<double>& measured = experiment.values.front().by_size;
    const std::vector<SharedPoint> ours = shared_points(experiment.sharing, measured.size());
    for (std::size_t i = 0; i < ours.size(); ++i) {
      if (std::isnan(measured[i])) continue;
      ValidatedPoint point;
      point.size = ours[i].at;
      point.quantity = MeasuredQuantity::speed_left;
      point.ours = ours[i].speed_left;
      point.bound_by = experiment.sharing.law;
      point.naive.value = 1.0;
      point.other_naive.emplace_back("no loss", 1.0);
      if (ours[i].in_proportion > 0.0)
        point.other_naive.emplace_back("in proportion to slices", ours[i].in_proportion);
      add_point(experiment, measured[i], std::move(point));
    }
  }

  void add(const Experiment& experiment, ScenarioPoint of) {
    add_point(experiment, of.published, std::move(of.point));
  }

  void add_point(const Experiment& experiment, double published, ValidatedPoint point) {
    point.experiment = experiment.name;
    point.published = published;
    point.error = error_of(point, point.ours);
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
    point.bytes = row.bytes.value();
    point.between_nodes = run.between_nodes;
    point.naive = {
        .kind = run.between_nodes ? "collectives between nodes" : "collectives in a node",
        .line_time = run.line_times[i],
        .work = quantity == MeasuredQuantity::time            ? 0.0
                : quantity == MeasuredQuantity::bus_bandwidth ? row.bytes.value() * row.bus_factor
                                                              : row.bytes.value()};
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
    point.bytes = first.message.value();
    point.between_nodes = run.between_nodes;
    const bool timed = quantity == MeasuredQuantity::time;
    double rate = 0.0;
    for (std::size_t t = 0; t < (all ? run.transfers : 1); ++t)
      rate += run.on_links.rows[t * run.sizes + i].rate().value();
    const double work = timed ? 0.0
                              : first.rate().value() * first.duration().value() *
                                    (point.ours / first.rate().value());
    point.naive = {.kind = run.between_nodes ? "messages between nodes" : "copies in a node",
                   .line_time = timed ? run.on_links.rows[i].duration().value() : work / rate,
                   .work = work};
    return point;
  }

  ValidatedFigure result_;
  ScheduledOutcomes scheduled_;
};

}  // namespace

ValidatedFigure run_figure(const PublishedFigure& figure, const Registry& registry) {
  return FigureRun(figure, registry).take();
}

}  // namespace gpuscape
