#pragma once
/// What an amount of money would do to a design, spent on one thing or another, and what settings
/// would do for nothing.

#include <cmath>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "sim/base/units/money.hpp"
#include "sim/model/registry.hpp"
#include "sim/session/open_scenario.hpp"
#include "sim/study/metrics/study_result.hpp"

namespace gpuscape {

struct NextOptions {
  Design design = {};
  Price money = {};      ///< paid once
  unsigned threads = 0;  ///< 0: one per processor. Never changes the answer.
  std::stop_token stop = {};
};

/// What a step does to one objective.
struct NextEffect {
  Estimate value = {};   ///< of the objective after the step
  Estimate change = {};  ///< from what it is now, in the same jobs: paired
  bool met = false;

  /// The interval of the change lies on one side of none, or there is one value of each.
  [[nodiscard]] bool is_told() const;
  /// It has a value: a job that it is of started, and all of a cost is counted.
  [[nodiscard]] bool is_measured() const { return !std::isnan(value.value); }
};

struct NextRow {
  std::string what = {}, from = {}, to = {};
  bool is_setting = false;
  std::int64_t steps = 0;
  double at_once = 0.0;  ///< paid with the purchase, with tax: more than now
  double capex = 0.0;    ///< over the horizon, less what is left of it: more than now
  double total = 0.0;    ///< over the horizon, with nothing in use (of what is paid by use: all)
  bool is_at_least = false;  ///< more of it has no price than of the design as it is
  std::string limit = {};    ///< why there are not more steps, where it is not the money
  /// What it is bought with: `at_once`, or `total` where nothing is paid at once. 0: a setting, or
  /// something that has no price.
  double spent = 0.0;
  std::vector<NextEffect> effects = {};  ///< by objective; empty where it was not run
  bool overloaded = false;
  std::int64_t never_fit = 0;  ///< jobs, of replication 0
  std::string why_not = {};    ///< not run: why

  [[nodiscard]] bool has_no_price() const { return !is_setting && !(spent > 0.0); }
};

struct NextAnswer {
  std::string title = {};
  NextOptions asked = {};
  std::vector<SloSpec> objectives = {};
  std::vector<NextEffect> now = {};  ///< by objective, without changes
  bool overloaded = false;
  std::int64_t never_fit = 0;
  std::int64_t replications = 0;  ///< of each
  std::size_t sorted_by = 0;      ///< which objective: the first that is missed, else the first
  /// Settings that help first, then what is bought, most for the money first; then what cannot be
  /// told from no change, what harms, and what was not run.
  std::vector<NextRow> rows = {};
  std::vector<std::string> not_counted = {};  ///< what of the design has no price
  bool partial = false;                       ///< stopped before all were run
};

/// Each step is bought as often as the money allows and run on the same jobs and random numbers as
/// the design as it is: with the scenario's replications, or 30; a log once. Throws ScenarioError
/// where there are no objectives or no cost, or the cost has another currency.
NextAnswer what_next(const ScenarioSource& source, const NextOptions& options,
                     const Registry& registry);

}  // namespace gpuscape
