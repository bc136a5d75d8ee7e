#include "sim/plan/what_next.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "sim/base/error.hpp"
#include "sim/base/interrupted.hpp"
#include "sim/base/parallel.hpp"
#include "sim/plan/bounds.hpp"
#include "sim/plan/heats.hpp"
#include "sim/plan/next_steps.hpp"
#include "sim/plan/trial.hpp"
#include "sim/study/metrics/estimates.hpp"

namespace gpuscape {

namespace {

constexpr std::size_t kReplications = 30;
/// Nothing is bought more often.
constexpr std::int64_t kMostSteps = 1'000'000;

[[noreturn]] void refuse(const ScenarioSpec& spec, const char* pointer, std::string message,
                         std::string hint) {
  throw ScenarioError({{.file = spec.file,
                        .line = 0,
                        .column = 0,
                        .pointer = pointer,
                        .message = std::move(message),
                        .hint = std::move(hint)}});
}

void check(const ScenarioSpec& spec, const CostModel* cost, const Price& money) {
  if (spec.run.by_steps)
    refuse(spec, "/run/detail", R"(at detail "step" there are no jobs: a step changes no wait)",
           "gpuscape compare shows what steps and transfers take on each design");
  if (spec.slo.empty())
    refuse(spec, "/slo", "nothing says what a step is good for: the scenario has no objectives",
           R"("slo": {"wait": {"metric": "queue_wait", "quantile": 0.95, "at_most": "1 h"}})");
  if (cost == nullptr)
    refuse(spec, "/cost", "nothing says what a step takes: the scenario has no cost",
           R"("cost": {"currency": "USD", "items": {"nodes": {"type": "nodes"}}})");
  if (cost->spec().currency != money.currency)
    refuse(spec, "/cost/currency",
           fmt::format("costs are in {}, the money is in {}", cost->spec().currency.code(),
                       money.currency.code()),
           "give both in one currency");
}

/// What a design takes: at once, and over the horizon with nothing or everything in use.
struct Takes {
  double at_once = 0.0, capex = 0.0, least = 0.0, most = 0.0;
  std::vector<std::string> missing = {};
};

Takes takes_of(const CheckedScenario& scenario) {
  const CostModel& cost = *scenario.cost;
  Takes takes{.missing = cost.missing()};
  const Ledger ledger = cost.amounts(used_by(cost, 0.0));
  for (const CostLine& line : ledger.lines())
    if (line.year == 0 && line.kind == CostKind::capex)
      takes.at_once += line.amount + cost.tax_on(line);
  const CostTotals least = cost.totals(used_by(cost, 0.0));
  takes.capex = least.capex;
  takes.least = least.total;
  takes.most = cost.totals(used_by(cost, 1.0)).total;
  return takes;
}

std::vector<double> changes(const std::vector<double>& now, const std::vector<double>& then) {
  std::vector<double> all;
  for (std::size_t i = 0; i < std::min(now.size(), then.size()); ++i)
    if (const double by = then[i] - now[i]; !std::isnan(by)) all.push_back(by);
  return all;
}

std::vector<double> without_nan(const std::vector<double>& values) {
  return changes(std::vector<double>(values.size(), 0.0), values);
}

double average(const std::vector<double>& values) { return one_sided(values, 0.5).mean; }

class NextSearch {
 public:
  NextSearch(const ScenarioSource& source, const NextOptions& options, const Registry& registry)
      : source_(source),
        options_(options),
        registry_(registry),
        threads_(options.threads),
        now_(open_scenario(source, options.design, registry)) {
    check(now_.spec, now_.cost.get(), options.money);
    takes_now_ = takes_of(now_);
    count_ = most_replications(now_.spec);
    if (!now_.spec.run.replications) count_ = std::min(count_, kReplications);
  }

  NextAnswer search();

 private:
  [[nodiscard]] CheckedScenario with(const std::vector<std::string>& sets) const {
    Design design = options_.design;
    design.sets.insert(design.sets.end(), sets.begin(), sets.end());
    return open_scenario(source_, design, registry_);
  }
  bool buy(const StepLadder& ladder, std::int64_t steps, NextRow& row) const;
  [[nodiscard]] NextRow bought(const StepLadder& ladder) const;
  [[nodiscard]] Sample sample_of(const CheckedScenario& scenario);
  [[nodiscard]] std::vector<NextEffect> effects_of(const Sample& sample) const;
  void run(const StepLadder& ladder, NextRow& row);
  [[nodiscard]] double gain(const NextRow& row) const;
  [[nodiscard]] int rank(const NextRow& row) const;

  const ScenarioSource& source_;
  const NextOptions& options_;
  const Registry& registry_;
  SharedThreads threads_;
  CheckedScenario now_;
  Takes takes_now_;
  std::size_t count_ = 1;
  TraceCache traces_;
  Sample sample_;
  std::size_t sorted_by_ = 0;
};

/// Fills in what so many steps take. False where the money does not reach; with `why_not` where
/// they cannot be.
bool NextSearch::buy(const StepLadder& ladder, std::int64_t steps, NextRow& row) const {
  const std::optional<Rung> rung = ladder.at(steps);
  if (!rung) return false;
  try {
    const Takes takes = takes_of(with(rung->sets));
    row.at_once = takes.at_once - takes_now_.at_once;
    row.capex = takes.capex - takes_now_.capex;
    row.total = takes.least - takes_now_.least;
    if (!(row.at_once > 0.0) && !(row.total > 0.0)) row.total = takes.most - takes_now_.most;
    row.is_at_least = takes.missing != takes_now_.missing;
  } catch (const ScenarioError& error) {
    row.why_not = error.issues().front().message;
    return false;
  }
  row.to = rung->to;
  row.steps = steps;
  row.spent = ladder.is_setting ? 0.0 : row.at_once > 0.0 ? row.at_once : std::max(0.0, row.total);
  return row.spent <= options_.money.amount;
}

/// As many steps as the money buys; one of what has no price.
NextRow NextSearch::bought(const StepLadder& ladder) const {
  NextRow row{.what = ladder.what, .from = ladder.from, .is_setting = ladder.is_setting};
  if (!buy(ladder, 1, row)) {
    if (row.why_not.empty())
      row.why_not =
          row.steps == 0
              ? "there is no step"
              : "beyond the money: the first step takes " +
                    human_text(Price{.amount = row.spent, .currency = options_.money.currency});
    return row;
  }
  if (row.is_setting || row.has_no_price()) return row;
  std::int64_t low = 1;
  std::int64_t high = 1 + static_cast<std::int64_t>(std::min(options_.money.amount / row.spent,
                                                             static_cast<double>(kMostSteps)));
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    NextRow tried = row;
    if (buy(ladder, middle, tried)) {
      low = middle;
      row = std::move(tried);
    } else {
      high = middle;
      row.limit = tried.why_not;
    }
  }
  return row;
}

Sample NextSearch::sample_of(const CheckedScenario& scenario) {
  Sample sample;
  Trial(scenario, {}, traces_, threads_, options_.stop).extend(sample, count_);
  return sample;
}

std::vector<NextEffect> NextSearch::effects_of(const Sample& sample) const {
  std::vector<NextEffect> all;
  for (std::size_t i = 0; i < now_.spec.slo.size(); ++i) {
    const SloSpec& slo = now_.spec.slo[i];
    const double confidence = now_.spec.run.confidence;
    NextEffect effect{
        .value = estimate_over_replications(without_nan(sample.objectives[i]), confidence),
        .change = mean_over_replications(changes(sample_.objectives[i], sample.objectives[i]),
                                         confidence)};
    effect.met = slo.at_least ? effect.value.value >= slo.limit : effect.value.value <= slo.limit;
    all.push_back(std::move(effect));
  }
  return all;
}

void NextSearch::run(const StepLadder& ladder, NextRow& row) {
  if (!row.why_not.empty()) return;
  try {
    const CheckedScenario scenario = with(ladder.at(row.steps).value_or(Rung{}).sets);
    const Sample sample = sample_of(scenario);
    row.effects = effects_of(sample);
    row.overloaded = average(sample.load) > 1.0;
    row.never_fit = sample.never_fit;
  } catch (const ScenarioError& error) {
    row.why_not = error.issues().front().message;
  } catch (const EndlessRunError& error) {
    row.why_not = error.what();
  } catch (const Interrupted&) {
    row.why_not = "interrupted before it was run";
  }
}

/// By how much the objective gets better, per unit of what is spent.
double NextSearch::gain(const NextRow& row) const {
  const double change = row.effects[sorted_by_].change.value;
  const double better = now_.spec.slo[sorted_by_].at_least ? change : -change;
  return std::isnan(better) ? 0.0 : row.spent > 0.0 ? better / row.spent : better;
}

int NextSearch::rank(const NextRow& row) const {
  if (row.effects.empty()) return 5;
  // Waits of jobs that did not run before are no harm, and those of fewer jobs no gain.
  if (row.never_fit < sample_.never_fit) return 0;
  if (row.never_fit > sample_.never_fit) return 4;
  if (!row.effects[sorted_by_].is_told()) return 3;
  if (gain(row) < 0.0) return 4;
  return row.is_setting ? 0 : row.has_no_price() ? 2 : 1;
}

NextAnswer NextSearch::search() {
  NextAnswer answer{.title = now_.spec.title,
                    .asked = options_,
                    .objectives = now_.spec.slo,
                    .replications = static_cast<std::int64_t>(count_),
                    .not_counted = now_.cost->missing()};
  sample_ = sample_of(now_);
  answer.now = effects_of(sample_);
  answer.overloaded = average(sample_.load) > 1.0;
  answer.never_fit = sample_.never_fit;
  const auto measured = std::ranges::find_if(answer.now, &NextEffect::is_measured);
  if (measured != answer.now.end())
    sorted_by_ = static_cast<std::size_t>(measured - answer.now.begin());
  const auto missed = std::ranges::find_if(
      answer.now, [](const NextEffect& e) { return e.is_measured() && !e.met; });
  if (missed != answer.now.end())
    sorted_by_ = static_cast<std::size_t>(missed - answer.now.begin());
  answer.sorted_by = sorted_by_;

  const std::vector<StepLadder> ladders = ladders_of(now_, registry_);
  answer.rows.resize(ladders.size());
  threads_.for_each(ladders.size(), [&](std::size_t i, std::size_t) {
    answer.rows[i] = bought(ladders[i]);
    run(ladders[i], answer.rows[i]);
  });
  std::ranges::stable_sort(answer.rows, [this](const NextRow& a, const NextRow& b) {
    const int one = rank(a);
    const int other = rank(b);
    return one != other ? one < other : one < 5 && gain(a) > gain(b);
  });
  answer.partial = options_.stop.stop_requested();
  return answer;
}

}  // namespace

bool NextEffect::is_told() const {
  if (std::isnan(change.value) || change.value == 0.0) return false;
  if (!change.low || !change.high) return true;
  return *change.low > 0.0 || *change.high < 0.0;
}

NextAnswer what_next(const ScenarioSource& source, const NextOptions& options,
                     const Registry& registry) {
  return NextSearch(source, options, registry).search();
}

}  // namespace gpuscape
