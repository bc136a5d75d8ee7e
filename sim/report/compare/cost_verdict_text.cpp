#include "sim/report/compare/cost_verdict_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "sim/cost/cost_model.hpp"
#include "sim/report/compare/compare_table.hpp"
#include "sim/report/format/json_values.hpp"
#include "sim/report/format/metric_text.hpp"
#include "sim/report/format/text_lines.hpp"

namespace gpuscape {

namespace {

constexpr std::size_t kMostTurns = 3;

class Words {
 public:
  Words(const ComparedDesigns& of, const Comparison& comparison, bool turns)
      : of_(of), comparison_(comparison), verdict_(*comparison.cost_verdict), turns_(turns) {}

  [[nodiscard]] std::string text() const {
    if (verdict_.any_not_counted())
      return fmt::format("no verdict: not everything is counted of {}", incomplete());
    switch (verdict_.by) {
      case CheaperBy::nothing:
        break;
      case CheaperBy::doing_the_work:
        return who_does_the_work();
      case CheaperBy::total:
        return by_total() + interruptions();
      case CheaperBy::useful_gpu_hour:
      case CheaperBy::job:
        return by_rate() + interruptions();
    }
    return "no verdict: " + (verdict_.why_none.empty() ? both_shortfalls() : verdict_.why_none);
  }

 private:
  [[nodiscard]] const std::string& name(Cheaper which) const {
    return which == Cheaper::baseline ? of_.baseline_name : of_.variant_name;
  }
  [[nodiscard]] std::string money(double amount) const {
    return human_text(Price{std::abs(amount), of_.baseline.first.cost->spec().currency});
  }
  /// "base by 43 kUSD": who is cheaper by a difference.
  [[nodiscard]] std::string winner(double difference) const {
    return fmt::format("{} by {}", difference > 0.0 ? of_.baseline_name : of_.variant_name,
                       money(difference));
  }

  [[nodiscard]] std::string incomplete() const {
    std::vector<std::string> names;
    if (!verdict_.baseline.not_counted.empty()) names.push_back(of_.baseline_name);
    if (!verdict_.variant.not_counted.empty()) names.push_back(of_.variant_name);
    return fmt::format("{}", fmt::join(names, " and "));
  }

  /// What they do not do, design by design.
  [[nodiscard]] std::string both_shortfalls() const {
    std::vector<std::string> parts;
    const auto add = [&](const std::string& design, const std::vector<std::string>& of) {
      if (!of.empty()) parts.push_back(fmt::format("{} {}", design, fmt::join(of, ", ")));
    };
    add(of_.baseline_name, verdict_.baseline.shortfalls);
    add(of_.variant_name, verdict_.variant.shortfalls);
    return fmt::format("{}", fmt::join(parts, "; "));
  }

  [[nodiscard]] std::string who_does_the_work() const {
    std::string text = fmt::format("{}, since {}", name(verdict_.cheaper), both_shortfalls());
    if (!comparison_.cost) return text;
    const double difference = comparison_.cost->difference.value;
    if (difference == 0.0) return text + "; both cost the same";
    return text + fmt::format("; {} costs {} less",
                              difference > 0.0 ? of_.baseline_name : of_.variant_name,
                              money(difference));
  }

  [[nodiscard]] std::string band(const CostBand& difference) const {
    if (!(difference.low < difference.high)) return "";
    return fmt::format(" ({} – {} within the ranges of inputs)", winner(difference.low),
                       winner(difference.high));
  }

  [[nodiscard]] std::string turns(const std::vector<CostTurn>& all) const {
    if (!turns_) return "";
    std::vector<std::string> parts;
    for (const CostTurn& turn : all) {
      if (parts.size() == kMostTurns) break;
      const std::string where =
          turn.of_first && turn.of_second
              ? ""
              : fmt::format(" in {}", turn.of_first ? of_.baseline_name : of_.variant_name);
      parts.push_back(fmt::format("{}{} {} {} (now {})", turn.input.name, where,
                                  turn.above ? "above" : "below", money_text(turn.value),
                                  money_text(turn.input.value)));
    }
    return parts.empty() ? "" : fmt::format("; turns with {}", fmt::join(parts, " or "));
  }

  [[nodiscard]] std::string by_total() const {
    if (!comparison_.cost) return "";
    const CostComparison& cost = *comparison_.cost;
    if (cost.difference.value == 0.0) return "neither: both cost the same";
    return winner(cost.difference.value) + band(cost.difference) + turns(cost.turns);
  }

  /// Where designs do not do the same work, with what makes that out.
  [[nodiscard]] std::string by_rate() const {
    if (!verdict_.rates) return "";
    const CostRates& rates = *verdict_.rates;
    const std::string_view unit = verdict_.by == CheaperBy::job ? "per job" : "per useful GPU-hour";
    if (rates.difference.value == 0.0) return fmt::format("neither: both cost the same {}", unit);
    return fmt::format("{} {}, {} against {}{}{}{}", winner(rates.difference.value), unit,
                       money(rates.first), money(rates.second), band(rates.difference),
                       turns(rates.turns), work());
  }

  [[nodiscard]] std::string work() const {
    const CostTotals first = of_.baseline.first.cost->totals(of_.baseline.usage);
    const CostTotals second = of_.variant.first.cost->totals(of_.variant.usage);
    const bool jobs = verdict_.by == CheaperBy::job;
    return fmt::format("; in all {} for {} {} against {} for {}", money(first.total),
                       money_text(jobs ? first.jobs : first.useful_gpu_hours),
                       jobs ? "jobs" : "useful GPU-h", money(second.total),
                       money_text(jobs ? second.jobs : second.useful_gpu_hours));
  }

  /// A price that is low because machines may be taken away, which no run shows.
  [[nodiscard]] std::string interruptions() const {
    std::vector<std::string> names;
    if (rents_spot(of_.baseline)) names.push_back(of_.baseline_name);
    if (rents_spot(of_.variant)) names.push_back(of_.variant_name);
    if (names.empty()) return "";
    return fmt::format(
        "; interruptions of spot nodes are not modelled: the cost of {} is a lower bound",
        fmt::join(names, " and "));
  }

  static bool rents_spot(const StudyResult& study) {
    return std::ranges::any_of(study.first.cost->spec().pools, [](const CostPoolSpec& pool) {
      return pool.acquire == Acquire::spot;
    });
  }

  const ComparedDesigns& of_;
  const Comparison& comparison_;
  const CostVerdict& verdict_;
  bool turns_;
};

std::string_view by_name(CheaperBy by) {
  switch (by) {
    case CheaperBy::nothing:
      break;
    case CheaperBy::doing_the_work:
      return "doing_the_work";
    case CheaperBy::total:
      return "total_cost";
    case CheaperBy::useful_gpu_hour:
      return "cost_per_useful_gpu_hour";
    case CheaperBy::job:
      return "cost_per_job";
  }
  return "";
}

JsonValue texts_json(const std::vector<std::string>& texts) {
  return json::list(texts, [](const std::string& one) { return json::text(one); });
}

}  // namespace

std::string cheaper_text(const ComparedDesigns& of, const Comparison& comparison, bool turns) {
  return Words(of, comparison, turns).text();
}

std::string not_counted_lines(const CompareResult& result) {
  std::string text;
  for (std::size_t i = 0; i < result.variants.size(); ++i) {
    const StudyResult& study = result.variants[i].outcome.result;
    if (!has_part_not_counted(study.first)) continue;
    text += line(text.empty() ? "not counted" : "",
                 fmt::format("{}: {}", column_name(result, i),
                             fmt::join(study.first.cost->missing(), kSeparator)));
  }
  return text;
}

std::string old_price_lines(const CompareResult& result) {
  std::vector<std::pair<std::string, std::vector<std::string>>> designs_by_prices;
  for (std::size_t i = 0; i < result.variants.size(); ++i) {
    const CostModel* cost = result.variants[i].outcome.result.first.cost.get();
    if (cost == nullptr) continue;
    std::vector<std::string> prices;
    for (const CostInput& price : cost->old_prices())
      prices.push_back(fmt::format("{} ({})", price.name, price.date));
    if (prices.empty()) continue;
    const std::string text = fmt::format("{}", fmt::join(prices, kSeparator));
    auto same = std::ranges::find(designs_by_prices, text,
                                  [](const auto& entry) -> const auto& { return entry.first; });
    if (same == designs_by_prices.end())
      same = designs_by_prices.insert(same, {text, std::vector<std::string>()});
    same->second.push_back(column_name(result, i));
  }
  std::string lines;
  for (const auto& [prices, designs] : designs_by_prices)
    lines += line(lines.empty() ? "old prices" : "",
                  fmt::format("{}: {}", fmt::join(designs, ", "), prices));
  return lines;
}

JsonValue cost_verdict_json(const CostVerdict& verdict) {
  JsonValue value = JsonValue::make_object();
  const bool given = verdict.by != CheaperBy::nothing;
  value.set("cheaper", !given                                 ? JsonValue::make_null()
                       : verdict.cheaper == Cheaper::baseline ? json::text("baseline")
                       : verdict.cheaper == Cheaper::variant  ? json::text("variant")
                                                              : json::text("neither"));
  value.set("by", given ? json::text(std::string(by_name(verdict.by))) : JsonValue::make_null());
  const auto set_both = [&](const char* key, std::vector<std::string> CostObstacles::* which) {
    JsonValue one = JsonValue::make_object();
    one.set("baseline", texts_json(verdict.baseline.*which));
    one.set("variant", texts_json(verdict.variant.*which));
    value.set(key, std::move(one));
  };
  set_both("not_counted", &CostObstacles::not_counted);
  set_both("shortfalls", &CostObstacles::shortfalls);
  if (!verdict.why_none.empty()) value.set("why_none", json::text(verdict.why_none));
  if (!verdict.rates) return value;
  JsonValue rates = JsonValue::make_object();
  rates.set("baseline", json::number(verdict.rates->first));
  rates.set("variant", json::number(verdict.rates->second));
  rates.set("difference", band_json(verdict.rates->difference));
  rates.set("turns_with", turns_json(verdict.rates->turns));
  value.set("rates", std::move(rates));
  return value;
}

JsonValue turns_json(const std::vector<CostTurn>& turns) {
  return json::list(turns, [](const CostTurn& turn) {
    JsonValue one = JsonValue::make_object();
    one.set("input", json::text(turn.input.name));
    one.set("of", json::text(turn.of_first && turn.of_second ? "both"
                             : turn.of_first                 ? "baseline"
                                                             : "variant"));
    one.set("now", json::number(turn.input.value));
    one.set(turn.above ? "above" : "below", json::number(turn.value));
    return one;
  });
}

JsonValue band_json(const CostBand& band) {
  JsonValue value = JsonValue::make_object();
  value.set("value", json::number(band.value));
  value.set("low", json::number(band.low));
  value.set("high", json::number(band.high));
  return value;
}

}  // namespace gpuscape
