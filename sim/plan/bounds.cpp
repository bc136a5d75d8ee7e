#include "sim/plan/bounds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string_view>

#include "sim/base/error.hpp"
#include "sim/base/excerpt.hpp"
#include "sim/cost/cost_model.hpp"
#include "sim/study/metrics/cost_metrics.hpp"

namespace gpuscape {

namespace {

/// Figures of a cost that use can only raise: rent by the hour, electricity, repairs come on top.
struct RisingFigure {
  std::string_view name;
  std::string_view unit;  ///< empty: the cost's currency

  [[nodiscard]] double of(const CostTotals& totals) const { return cost_figure(name)->of(totals); }
};

constexpr RisingFigure kRising[] = {{"total_cost", ""},
                                    {"capex", ""},
                                    {"power_max_kw", "kW"},
                                    {"energy_mwh", "MWh"},
                                    {"carbon_t", "t"}};
static_assert(std::ranges::all_of(kRising, [](const RisingFigure& figure) {
  return cost_figure(figure.name) != nullptr;
}));

const RisingFigure* rising(std::string_view name) {
  const auto found = std::ranges::find(kRising, name, &RisingFigure::name);
  return found == std::end(kRising) ? nullptr : &*found;
}

}  // namespace

Usage used_by(const CostModel& cost, double share) {
  Usage usage{.pools = std::vector<PoolUsage>(cost.inventory().pools.size())};
  for (PoolUsage& pool : usage.pools)
    pool = {.held_share = share, .useful_share = share, .core_share = share, .up_share = share};
  usage.failures_per_second = share;
  return usage;
}

bool is_asked_for(const FindSpec& find, const std::string& objective) {
  return find.meets_all || std::ranges::find(find.meets, objective) != find.meets.end();
}

void refuse_unknown_before(const FindSpec& find, const ScenarioSpec& spec) {
  const bool counted = find.by.empty() || find.by == kFurtherFigures[0];
  if (counted || (find.goal != FindGoal::largest && rising(find.by) != nullptr)) return;
  throw ScenarioError(
      {{.file = find.place.file ? *find.place.file : spec.file,
        .line = find.place.line,
        .column = find.place.column,
        .pointer = "/find/by",
        .message = fmt::format("the {} by {} cannot be planned: it is known only after a run",
                               goal_name(find.goal), excerpt(find.by)),
        .hint = "gpuscape sweep runs every design; a plan goes by the cheapest or smallest "
                "total_cost, capex, power_max_kw, energy_mwh, carbon_t, by gpus_total or by an "
                "axis"}});
}

Bound bound_of(const Ranking& ranking, const RunRecord& labelled, const CheckedScenario& design) {
  const std::string& by = ranking.find->by;
  if (by.empty()) return {ranking.value(labelled), true};
  if (by == kFurtherFigures[0])
    return {static_cast<double>(design.cluster->platform().gpus_total()), true};
  const RisingFigure* figure = rising(by);
  if (figure == nullptr || design.cost == nullptr) return {std::nan(""), false};
  const double least = figure->of(design.cost->totals(used_by(*design.cost, 0.0)));
  const double most = figure->of(design.cost->totals(used_by(*design.cost, 1.0)));
  return {least, least == most};
}

std::string objective_out_of_reach(const FindSpec& find, const CheckedScenario& design) {
  if (design.cost == nullptr) return "";
  for (const SloSpec& slo : design.spec.slo) {
    const RisingFigure* figure = slo.of_jobs || slo.at_least ? nullptr : rising(slo.metric);
    if (figure == nullptr || !is_asked_for(find, slo.name)) continue;
    const double least = figure->of(design.cost->totals(used_by(*design.cost, 0.0)));
    // What is a rounding apart is left to the runs.
    if (!(least > slo.limit * (1.0 + 1e-9))) continue;
    const std::string unit(figure->unit.empty() ? design.cost->spec().currency.code()
                                                : figure->unit);
    return fmt::format("{} is at least {:.6g} {}, above the limit {:.6g} {} of {}", figure->name,
                       least, unit, slo.limit, unit, excerpt(slo.name));
  }
  return "";
}

}  // namespace gpuscape
