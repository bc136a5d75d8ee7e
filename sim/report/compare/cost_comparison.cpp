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
#include "sim/report/compare/cost_verdict_text.hpp"
#include "sim/report/format/json_values.hpp"
#include "sim/report/format/metric_text.hpp"
#include "sim/report/format/text_lines.hpp"

namespace gpuscape {

namespace {

Currency currency_of(const ComparedDesigns& of) { return of.baseline.first.cost->spec().currency; }

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

/// "at more than 1.2 k jobs a month (900–1.5 k; now 2 k, 5 k at most); ".
std::string jobs_text(const OwnOrRent& even) {
  if (!even.jobs) return "";
  const auto count = [](double jobs) {
    if (std::isinf(jobs)) return std::string("never");
    return money_text(std::max(jobs, 0.0));
  };
  const std::string full =
      std::isinf(even.jobs_full) ? "" : fmt::format(", {} at most", count(even.jobs_full));
  if (even.jobs->value > even.jobs_full)
    return fmt::format("at no number of jobs that it can do ({} a month{}); ", count(even.jobs_now),
                       full);
  return fmt::format("at more than {} jobs a month ({}–{}; now {}{}); ", count(even.jobs->value),
                     count(even.jobs->low), count(even.jobs->high), count(even.jobs_now), full);
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
  return fmt::format("owning costs less {}{}{}; above {} a node ({}–{}; now {})", use,
                     jobs_text(even), months_text(even.months), money(even.rent.value),
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

/// Of the design that owns, what to own when the rest is rented by the hour as the other one does;
/// in the report's currency, over the horizon.
struct OwnPart {
  double gpus = 0.0;  ///< to own
  double of = 0.0;    ///< GPUs of the design
  double cost = 0.0;
  double all_owned = 0.0;
  double all_rented = 0.0;
};

std::optional<OwnPart> own_part(const ComparedDesigns& of, const OwnOrRent& even) {
  const StudyResult& own = even.first_owns ? of.baseline : of.variant;
  const StudyResult& rent = even.first_owns ? of.variant : of.baseline;
  if (!even.use || own.first.cost->inventory().pools.size() != 1 ||
      rent.first.cost->inventory().pools.size() != 1)
    return std::nullopt;
  const CostModel& cost = *own.first.cost;
  const auto gpus = static_cast<double>(cost.inventory().gpus());
  const NodePool& rented = rent.first.cost->inventory().pools.front();
  if (!(gpus > 0.0) || rented.gpus == 0) return std::nullopt;
  const double hours = (cost.spec().horizon - cost.spec().build).value() / 3600.0;
  const double rent_of_one = even.rent_now / static_cast<double>(rented.gpus) * hours;
  const double ratio = cost.totals(own.usage).total / gpus / rent_of_one;
  const OwnedLevel level = owned_level(held_gpus(own), ratio);
  return OwnPart{.gpus = level.level,
                 .of = gpus,
                 .cost = level.cost * rent_of_one,
                 .all_owned = ratio * gpus * rent_of_one,
                 .all_rented = level.all_rented * rent_of_one};
}

std::string own_part_text(const ComparedDesigns& of, const OwnPart& part) {
  const auto money = [&](double amount) { return human_text(Price{amount, currency_of(of)}); };
  return fmt::format(
      "own {:.0f} of {:.0f} GPUs and rent the rest by the hour: {} (all owned {}, all rented {})",
      part.gpus, part.of, money(part.cost), money(part.all_owned), money(part.all_rented));
}

JsonValue own_part_json(const OwnPart& part) {
  JsonValue value = JsonValue::make_object();
  value.set("gpus", json::number(part.gpus));
  value.set("of_gpus", json::number(part.of));
  value.set("cost", json::number(part.cost));
  value.set("all_owned", json::number(part.all_owned));
  value.set("all_rented", json::number(part.all_rented));
  return value;
}

ComparedDesigns designs_of(const CompareResult& result, const Comparison& comparison) {
  return {column_name(result, 0), result.variants[0].outcome.result,
          column_name(result, comparison.variant),
          result.variants[comparison.variant].outcome.result};
}

/// Null where there is nothing to say of it.
const OwnOrRent* break_even_of(const Comparison& comparison) {
  if (!comparison.cost || !comparison.cost->own_or_rent) return nullptr;
  if (!comparison.cost_verdict || comparison.cost_verdict->any_obstacle()) return nullptr;
  return &*comparison.cost->own_or_rent;
}

}  // namespace

CostTexts cost_texts(const ComparedDesigns& of, const Comparison& comparison) {
  CostTexts texts;
  if (!comparison.cost_verdict) return texts;
  texts.cheaper = cheaper_text(of, comparison);
  const OwnOrRent* const even = break_even_of(comparison);
  if (even == nullptr) return texts;
  texts.break_even = break_even_text(of, *even);
  if (const std::optional<OwnPart> part = own_part(of, *even))
    texts.own_part = own_part_text(of, *part);
  return texts;
}

bool says_break_even(const Comparison& comparison) { return break_even_of(comparison) != nullptr; }

std::string cost_lines(const CompareResult& result) {
  std::string cheaper;
  std::string break_even;
  std::string own;
  for (const Comparison& comparison : result.comparisons) {
    const std::string name = column_name(result, comparison.variant);
    const CostTexts texts = cost_texts(designs_of(result, comparison), comparison);
    const auto add = [&](std::string& lines, std::string_view label, const std::string& text) {
      if (!text.empty())
        lines += line(lines.empty() ? label : "", fmt::format("{}: {}", name, text));
    };
    add(cheaper, "cheaper", texts.cheaper);
    add(break_even, "break-even", texts.break_even);
    add(own, "what to own", texts.own_part);
  }
  return cheaper + not_counted_lines(result) + old_price_lines(result) + break_even + own;
}

JsonValue cost_comparison_json(const CompareResult& result, const Comparison& comparison) {
  if (!comparison.cost_verdict) return JsonValue::make_null();
  JsonValue value = JsonValue::make_object();
  value.set("verdict", cost_verdict_json(*comparison.cost_verdict));
  const std::optional<CostComparison>& cost = comparison.cost;
  if (!cost) return value;
  value.set("difference", band_json(cost->difference));
  value.set("turns_with", turns_json(cost->turns));
  if (const OwnOrRent* const found = break_even_of(comparison)) {
    const OwnOrRent& even = *found;
    JsonValue one = JsonValue::make_object();
    one.set("baseline_owns", json::boolean(even.first_owns));
    if (even.use) {
      one.set("use", band_json(*even.use));
      one.set("use_now", json::number(even.use_now));
    }
    one.set("rent_per_node_hour", band_json(even.rent));
    one.set("rent_per_node_hour_now", json::number(even.rent_now));
    one.set("months", band_json(even.months));
    if (even.jobs) {
      one.set("jobs_a_month", band_json(*even.jobs));
      one.set("jobs_a_month_now", json::number(even.jobs_now));
      one.set("jobs_a_month_at_most", json::number(even.jobs_full));
    }
    one.set("in_words", json::text(break_even_text(designs_of(result, comparison), even)));
    value.set("owning_costs_less_above", std::move(one));
    if (const std::optional<OwnPart> part = own_part(designs_of(result, comparison), even))
      value.set("what_to_own", own_part_json(*part));
  }
  return value;
}

}  // namespace gpuscape
