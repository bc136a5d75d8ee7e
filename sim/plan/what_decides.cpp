#include "sim/plan/what_decides.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "sim/base/error.hpp"
#include "sim/base/interrupted.hpp"
#include "sim/base/parallel.hpp"
#include "sim/base/random.hpp"
#include "sim/cost/cost_model.hpp"
#include "sim/plan/heats.hpp"
#include "sim/study/metrics/cost_metrics.hpp"
#include "sim/study/metrics/cost_of_run.hpp"
#include "sim/study/metrics/metrics.hpp"
#include "sim/study/metrics/slo_values.hpp"

namespace gpuscape {

namespace {

constexpr double kMove = 2.0 / 3.0;
constexpr std::string_view kFigures[] = {"queue_wait_mean_s", "queue_wait_p95_s",
                                         "completion_mean_s", "job_slowdown_mean"};
constexpr std::string_view kTotalCost = "total_cost";

/// A run of a design, for as many bills as are wanted.
struct Looked {
  CheckedScenario scenario;
  std::vector<double> figures = {};  // but for the cost
  Usage usage = {};
  double load = 0.0;  ///< offered
};

/// What one trajectory found: by input and figure the change over the whole range, NaN where there
/// is none; and by figure the value as everything stands.
struct Walk {
  std::vector<std::vector<double>> changes = {};
  std::vector<double> as_is = {};
  double load = 0.0;
  std::int64_t runs = 0;
  std::string why_failed = {};
};

class Morris {
 public:
  Morris(const ScenarioSource& source, const DecidesOptions& options, const Registry& registry)
      : source_(source),
        options_(options),
        registry_(registry),
        now_(open_scenario(source, options.design, registry)),
        inputs_(now_) {}

  DecidesAnswer search();

 private:
  [[nodiscard]] Looked look(const std::vector<double>* levels, std::size_t replication);
  [[nodiscard]] std::vector<double> figures_of(const Looked& looked,
                                               const std::vector<double>* levels) const;
  [[nodiscard]] Walk walk(std::size_t number);
  void move_all(std::size_t number, Walk& walk);
  void sum(const std::vector<Walk>& walks, DecidesAnswer& answer) const;

  const ScenarioSource& source_;
  const DecidesOptions& options_;
  const Registry& registry_;
  CheckedScenario now_;
  MovedInputs inputs_;
  TraceCache traces_;
};

/// Null levels: as everything stands.
Looked Morris::look(const std::vector<double>* levels, std::size_t replication) {
  ScenarioSource source = source_;
  Design design = options_.design;
  if (levels != nullptr) inputs_.apply(*levels, source, design);
  Looked looked{.scenario = open_scenario(source, design, registry_)};
  const ScenarioSpec& spec = looked.scenario.spec;
  RunInputs inputs = traces_.inputs(spec, options_.stop);
  inputs.replication = replication % most_replications(spec);
  Run run(looked.scenario, inputs);
  if (!run.step_until(kForever, options_.stop)) throw Interrupted("stopped");
  RunResult result = run.finish();
  result.cost = looked.scenario.cost;
  const ReplicationWindow windows(spec);
  const RunResult* const only[] = {&result};
  const MetricWindow window = windows.of(result, windows.found_warm_up(only));
  const RunMetrics metrics = run_metrics(result, window, spec.scheduler.kill_overrun);
  for (const SloSpec& slo : spec.slo)
    looked.figures.push_back(slo_value(result, window, spec, slo, metrics));
  for (const std::string_view figure : kFigures) looked.figures.push_back(metrics[figure]);
  looked.load = metrics["offered_load"];
  if (looked.scenario.cost != nullptr) looked.usage = usage_of(result, window);
  return looked;
}

std::vector<double> Morris::figures_of(const Looked& looked,
                                       const std::vector<double>* levels) const {
  std::vector<double> figures = looked.figures;
  const CostModel* cost = looked.scenario.cost.get();
  if (cost == nullptr) return figures;
  const CostDraw draw = levels == nullptr ? CostDraw() : inputs_.draw(*levels, cost->inputs());
  const CostTotals totals = cost->totals(looked.usage, draw);
  const std::vector<SloSpec>& objectives = looked.scenario.spec.slo;
  for (std::size_t i = 0; i < objectives.size(); ++i) {
    const CostFigure* billed = cost_figure(objectives[i].metric);
    if (!objectives[i].of_jobs && billed != nullptr) figures[i] = billed->of(totals);
  }
  figures.push_back(totals.total);
  return figures;
}

/// One input after the other, in an order at random, from levels at random.
void Morris::move_all(std::size_t number, Walk& walk) {
  const std::size_t count = inputs_.all().size();
  RandomStream random(now_.spec.run.seed, number, "what decides", 0);
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t i = count; i > 1; --i) std::swap(order[i - 1], order[random() % i]);
  std::vector<double> levels(count);
  for (double& level : levels) level = static_cast<double>(random() % 4) / 3.0;
  Looked looked = look(&levels, number);
  ++walk.runs;
  std::vector<double> before = figures_of(looked, &levels);
  for (const std::size_t input : order) {
    const double from = inputs_.position(input, levels[input]);
    levels[input] += levels[input] < 0.5 ? kMove : -kMove;
    const double moved = inputs_.position(input, levels[input]) - from;
    if (inputs_.all()[input].changes_run()) {
      looked = look(&levels, number);
      ++walk.runs;
    }
    std::vector<double> after = figures_of(looked, &levels);
    for (std::size_t i = 0; i < after.size(); ++i)
      if (moved != 0.0) walk.changes[input][i] = (after[i] - before[i]) / moved;
    before = std::move(after);
  }
}

Walk Morris::walk(std::size_t number) {
  Walk walk;
  const Looked as_is = look(nullptr, number);
  walk.as_is = figures_of(as_is, nullptr);
  walk.load = as_is.load;
  walk.runs = 1;
  walk.changes.assign(inputs_.all().size(), std::vector<double>(walk.as_is.size(), std::nan("")));
  try {
    move_all(number, walk);
  } catch (const ScenarioError& error) {
    walk.why_failed = error.issues().front().message;
  } catch (const EndlessRunError& error) {
    walk.why_failed = error.what();
  }
  return walk;
}

void Morris::sum(const std::vector<Walk>& walks, DecidesAnswer& answer) const {
  // Each replication once, also where there are fewer of them than trajectories.
  const std::size_t different = std::min(walks.size(), most_replications(now_.spec));
  const auto mean_of_walks = [&](const auto& of) {
    std::vector<double> values;
    for (std::size_t i = 0; i < different; ++i)
      if (!walks[i].as_is.empty()) values.push_back(of(walks[i]));
    return one_sided(values, 0.5).mean;
  };
  for (std::size_t i = 0; i < answer.figures.size(); ++i)
    answer.figures[i].value = mean_of_walks([i](const Walk& walk) { return walk.as_is[i]; });
  answer.overloaded = mean_of_walks([](const Walk& walk) { return walk.load; }) > 1.0;
  answer.replications = static_cast<std::int64_t>(different);
  for (std::size_t input = 0; input < inputs_.all().size(); ++input) {
    DecidingInput& made = answer.inputs.emplace_back(DecidingInput{
        .input = inputs_.all()[input], .effects = std::vector<MoveEffect>(answer.figures.size())});
    for (std::size_t i = 0; i < answer.figures.size(); ++i) {
      MoveEffect& effect = made.effects[i];
      double squares = 0.0;
      for (const Walk& walk : walks) {
        if (walk.changes.empty() || std::isnan(walk.changes[input][i])) continue;
        const double change = walk.changes[input][i];
        ++effect.moves;
        effect.size += std::abs(change);
        effect.mean += change;
        squares += change * change;
      }
      if (effect.moves == 0) continue;
      const auto count = static_cast<double>(effect.moves);
      effect.size /= count;
      effect.mean /= count;
      if (effect.moves > 1)
        effect.spread =
            std::sqrt(std::max(0.0, squares - count * effect.mean * effect.mean) / (count - 1.0));
      const double value = std::abs(answer.figures[i].value);
      if (value > 0.0) made.largest = std::max(made.largest, effect.size / value);
      if (value == 0.0 && effect.size > 0.0) made.largest = std::max(made.largest, 1.0);
    }
  }
  std::ranges::stable_sort(answer.inputs, std::ranges::greater(), &DecidingInput::largest);
}

DecidesAnswer Morris::search() {
  const ScenarioSpec& spec = now_.spec;
  const auto refuse = [&](std::string message, std::string hint) {
    throw ScenarioError({{.file = spec.file,
                          .line = 0,
                          .column = 0,
                          .pointer = "",
                          .message = std::move(message),
                          .hint = std::move(hint)}});
  };
  if (spec.run.by_steps)
    refuse(R"(at detail "step" there are no jobs: nothing decides what they wait)",
           "gpuscape compare --guesses moves what the catalogue guesses");
  if (inputs_.all().empty())
    refuse("no input of the scenario has a range",
           R"(for example "price": {"value": "0.1 USD/kWh", "low": "0.05 USD/kWh"})");
  DecidesAnswer answer{.title = spec.title,
                       .currency = now_.cost == nullptr
                                       ? std::string()
                                       : std::string(now_.cost->spec().currency.code()),
                       .objectives = spec.slo,
                       .trajectories = options_.trajectories};
  for (const SloSpec& slo : spec.slo) answer.figures.push_back({.name = slo.name});
  for (const std::string_view figure : kFigures)
    answer.figures.push_back({.name = std::string(figure)});
  if (now_.cost != nullptr) answer.figures.push_back({.name = std::string(kTotalCost)});
  std::vector<Walk> walks(static_cast<std::size_t>(options_.trajectories));
  try {
    for_each_index(walks.size(), options_.threads, [&](std::size_t i) { walks[i] = walk(i); });
  } catch (const Interrupted&) {
    answer.partial = true;
  }
  for (const Walk& walk : walks) {
    answer.runs += walk.runs;
    answer.failed += !walk.why_failed.empty();
    if (answer.why_failed.empty()) answer.why_failed = walk.why_failed;
  }
  sum(walks, answer);
  return answer;
}

}  // namespace

bool DecidesAnswer::has_moves() const {
  return std::ranges::any_of(inputs, [](const DecidingInput& one) {
    return std::ranges::any_of(one.effects, [](const MoveEffect& e) { return e.moves > 0; });
  });
}

DecidesAnswer what_decides(const ScenarioSource& source, const DecidesOptions& options,
                           const Registry& registry) {
  return Morris(source, options, registry).search();
}

}  // namespace gpuscape
