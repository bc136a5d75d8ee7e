#include "sim/report/compare/cost_comparison.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "sim/cost/cost_model.hpp"
#include "sim/cost/newsvendor.hpp"
#include "sim/report/compare/compare_table.hpp"
#include "sim/report/format/json_values.hpp"
#include "sim/report/format/metric_text.hpp"
#include "sim/report/format/text_lines.hpp"

namespace gpuscape {

namespace {

constexpr std::size_t kMostTurns = 3;

Currency currency_of(const ComparedDesigns& of) { return of.baseline.first.cost->spec().currency; }

/// "base by 43 kUSD": who is cheaper by a difference.
std::string winner(const ComparedDesigns& of, double difference) {
  return fmt::format("{} by {}", difference > 0.0 ? of.baseline_name : of.variant_name,
                     human_text(Price{std::abs(difference), currency_of(of)}));
}

std::string cheaper_text(const ComparedDesigns& of, const CostComparison& cost) {
  if (cost.difference.value == 0.0) return "neither: both cost the same";
  std::string text = winner(of, cost.difference.value);
  if (cost.difference.low < cost.difference.high)
    text += fmt::format(" ({} – {} within the ranges of inputs)", winner(of, cost.difference.low),
                        winner(of, cost.difference.high));
  std::vector<std::string> turns;
  for (const CostTurn& turn : cost.turns) {
    if (turns.size() == kMostTurns) break;
    const std::string where =
        turn.of_first && turn.of_second
            ? ""
            : fmt::format(" in {}", turn.of_first ? of.baseline_name : of.variant_name);
    turns.push_back(fmt::format("{}{} {} {} (now {})", turn.input.name, where,
                                turn.above ? "above" : "below", money_text(turn.value),
                                money_text(turn.input.value)));
  }
  if (!turns.empty()) text += fmt::format("; turns with {}", fmt::join(turns, " or "));
  return text;
}

std::string months_text(const CostBand& months) {
  constexpr double kYears = 24.0;
  const auto count = [&](double value) {
    if (std::isinf(value)) return std::string("never");
    return fmt::format("{:.3g}", std::max(value, 0.0));
  };
  if (std::isinf(months.value)) return "not within ten years";
  return fmt::format(
      "after {} months ({}–{}){}", count(months.value), count(months.low), count(months.high),
      months.value > kYears ? fmt::format(", {:.2g} years", months.value / 12.0) : "");
}

std::string break_even_text(const ComparedDesigns& of, const OwnOrRent& even) {
  const auto money = [&](double amount) {
    return human_text(Price{amount, currency_of(of), PaidFor::time});
  };
  std::string use;
  if (even.use && even.use->value > 1.0)
    use = "at no use; ";
  else if (even.use)
    use = fmt::format(
        "where nodes are up more than {:.0f} % of the time ({:.0f}–{:.0f}; now {:.0f}); ",
        100.0 * even.use->value, 100.0 * std::max(even.use->low, 0.0), 100.0 * even.use->high,
        100.0 * even.use_now);
  return fmt::format("owning costs less {}{}; above {} a node ({}–{}; now {})", use,
                     months_text(even.months), money(even.rent.value),
                     money(std::max(even.rent.low, 0.0)), money(even.rent.high),
                     money(even.rent_now));
}

/// GPUs that jobs held, by the intervals of the timeline after the warm-up.
std::vector<double> held_gpus(const StudyResult& result) {
  const Timeline& timeline = result.first.timeline;
  const std::vector<double>& all = timeline["gpus_allocated"];
  const auto first = static_cast<std::size_t>(result.warm_up / timeline.interval);
  const auto last =
      static_cast<std::size_t>(std::min(result.first.end, result.span) / timeline.interval);
  if (first >= std::min(last, all.size())) return {};
  return {all.begin() + static_cast<std::ptrdiff_t>(first),
          all.begin() + static_cast<std::ptrdiff_t>(std::min(last, all.size()))};
}

/// Of the design that owns, what to own when the rest is rented by the hour as the other one does.
std::string own_part_text(const ComparedDesigns& of, const OwnOrRent& even) {
  const StudyResult& own = even.first_owns ? of.baseline : of.variant;
  const StudyResult& rent = even.first_owns ? of.variant : of.baseline;
  if (!even.use || own.first.cost->inventory().pools.size() != 1 ||
      rent.first.cost->inventory().pools.size() != 1)
    return "";
  const CostModel& cost = *own.first.cost;
  const auto gpus = static_cast<double>(cost.inventory().gpus());
  const NodePool& rented = rent.first.cost->inventory().pools.front();
  if (!(gpus > 0.0) || rented.gpus == 0) return "";
  const double hours = (cost.spec().horizon - cost.spec().build).value() / 3600.0;
  const double rent_of_one = even.rent_now / static_cast<double>(rented.gpus) * hours;
  const double ratio = cost.totals(own.usage).total / gpus / rent_of_one;
  const OwnedLevel level = owned_level(held_gpus(own), ratio);
  const auto money = [&](double rents) {
    return human_text(Price{rents * rent_of_one, currency_of(of)});
  };
  return fmt::format(
      "own {:.0f} of {:.0f} GPUs and rent the rest by the hour: {} (all owned {}, all rented {})",
      level.level, gpus, money(level.cost), money(ratio * gpus), money(level.all_rented));
}

JsonValue band_json(const CostBand& band) {
  JsonValue value = JsonValue::make_object();
  value.set("value", json::number(band.value));
  value.set("low", json::number(band.low));
  value.set("high", json::number(band.high));
  return value;
}

}  // namespace

CostTexts cost_texts(const ComparedDesigns& of, const CostComparison& cost) {
  CostTexts texts{.cheaper = cheaper_text(of, cost), .break_even = {}, .own_part = {}};
  if (!cost.own_or_rent) return texts;
  texts.break_even = break_even_text(of, *cost.own_or_rent);
  texts.own_part = own_part_text(of, *cost.own_or_rent);
  return texts;
}

std::string cost_lines(const CompareResult& result) {
  std::string cheaper;
  std::string break_even;
  std::string own_part;
  for (const Comparison& comparison : result.comparisons) {
    if (!comparison.cost) continue;
    const std::string name = column_name(result, comparison.variant);
    const CostTexts texts = cost_texts({column_name(result, 0), result.variants[0].outcome.result,
                                        name, result.variants[comparison.variant].outcome.result},
                                       *comparison.cost);
    const auto add = [&](std::string& lines, std::string_view label, const std::string& text) {
      if (!text.empty()) lines += line(lines.empty() ? label : "", name + ": " + text);
    };
    add(cheaper, "cheaper", texts.cheaper);
    add(break_even, "break-even", texts.break_even);
    add(own_part, "what to own", texts.own_part);
  }
  return cheaper + break_even + own_part;
}

JsonValue cost_comparison_json(const Comparison& comparison) {
  const std::optional<CostComparison>& cost = comparison.cost;
  if (!cost) return JsonValue::make_null();
  JsonValue value = JsonValue::make_object();
  value.set("difference", band_json(cost->difference));
  JsonValue turns = JsonValue::make_array();
  for (const CostTurn& turn : cost->turns) {
    JsonValue one = JsonValue::make_object();
    one.set("input", json::text(turn.input.name));
    one.set("of", json::text(turn.of_first && turn.of_second ? "both"
                             : turn.of_first                 ? "baseline"
                                                             : "variant"));
    one.set("now", json::number(turn.input.value));
    one.set(turn.above ? "above" : "below", json::number(turn.value));
    turns.items().push_back(std::move(one));
  }
  value.set("turns_with", std::move(turns));
  if (cost->own_or_rent) {
    const OwnOrRent& even = *cost->own_or_rent;
    JsonValue one = JsonValue::make_object();
    one.set("baseline_owns", json::boolean(even.first_owns));
    if (even.use) {
      one.set("use", band_json(*even.use));
      one.set("use_now", json::number(even.use_now));
    }
    one.set("rent_per_node_hour", band_json(even.rent));
    one.set("rent_per_node_hour_now", json::number(even.rent_now));
    one.set("months", band_json(even.months));
    value.set("owning_costs_less_above", std::move(one));
  }
  return value;
}

}  // namespace gpuscape
