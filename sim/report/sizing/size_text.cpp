#include "sim/report/sizing/size_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/base/excerpt.hpp"
#include "sim/report/format/json_values.hpp"
#include "sim/report/format/metric_text.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/format/text_table.hpp"

namespace gpuscape {

namespace {

std::string value_text(const SloVerdict& slo) {
  std::string text =
      with_interval(slo.value, [&](double value) { return slo_value_text(slo, value); });
  if (!slo.is_certain()) text += slo.met ? ", met, not certain" : ", missed, not certain";
  return text;
}

/// What a run with that count gives, by objective, and what else is in the way.
std::string trial_text(const SizeTrial* trial) {
  if (trial == nullptr) return "–";
  std::string text;
  const auto add = [&](const std::string& more) { text += (text.empty() ? "" : ", ") + more; };
  if (!trial->fault.empty()) add(trial->fault);
  for (const std::string& one : trial->besides) add(one);
  for (const SloVerdict& slo : trial->slo)
    add(trial->slo.size() == 1 ? value_text(slo) : fmt::format("{} {}", slo.name, value_text(slo)));
  return text;
}

std::string beside_text(const SizeOfDesign& design) {
  const SizeTrial* below = design.below();
  if (below == nullptr) return "none is smaller";
  return fmt::format("{}: {}", human_count(below->count), trial_text(below));
}

std::string cost_text(const SizeOfDesign& design, const SizeTrial& trial) {
  if (!trial.cost) return "–";
  return fmt::format("{}{} {}", trial.is_at_least ? "≥ " : "", money_text(*trial.cost),
                     design.currency);
}

/// Designs of whose cost parts have no price.
std::string without_prices(const SizeAnswer& answer) {
  std::string names;
  for (const SizeOfDesign& design : answer.designs)
    if (design.smallest() != nullptr && design.smallest()->is_at_least)
      names += (names.empty() ? "" : ", ") + excerpt(design.name);
  return names;
}

/// Why a design has no row of numbers.
std::string no_answer(const SizeOfDesign& design) {
  if (!design.why_not.empty()) return design.why_not;
  if (design.tried.empty()) return "nothing was run";
  const SizeTrial& most = design.tried.back();
  return fmt::format("{} do not meet it: {}", human_count(most.count), trial_text(&most));
}

bool any_cost(const SizeAnswer& answer) {
  return std::ranges::any_of(answer.designs, [](const SizeOfDesign& design) {
    return design.smallest() != nullptr && design.smallest()->cost.has_value();
  });
}

std::string table(const SizeAnswer& answer) {
  const bool cost = any_cost(answer);
  std::vector<std::vector<std::string>> rows{{"design", "in the file", "smallest", "GPUs"}};
  if (cost) rows[0].emplace_back("cost");
  rows[0].insert(rows[0].end(), {"with it", "with fewer"});
  for (const SizeOfDesign& design : answer.designs) {
    const SizeTrial* found = design.smallest();
    if (found == nullptr) continue;
    std::vector<std::string>& row = rows.emplace_back();
    row = {excerpt(design.name), human_count(design.has), human_count(found->count),
           human_count(found->gpus)};
    if (cost) row.push_back(cost_text(design, *found));
    row.push_back(trial_text(found));
    row.push_back(beside_text(design));
  }
  return rows.size() > 1 ? text_table(rows) : "";
}

std::string counted(const SizeAnswer& answer) {
  std::string text;
  for (const SizeOfDesign& design : answer.designs)
    if (!design.of.empty() && text.find(design.of) == std::string::npos)
      text += (text.empty() ? "" : ", ") + excerpt(design.of);
  return text;
}

JsonValue trial_json(const SizeTrial& trial) {
  JsonValue one = JsonValue::make_object();
  one.set("count", json::integer(trial.count));
  if (!trial.fault.empty()) {
    one.set("fault", json::text(trial.fault));
    return one;
  }
  one.set("gpus", json::integer(trial.gpus));
  one.set("meets", JsonValue::make_boolean(trial.meets));
  one.set("certain", JsonValue::make_boolean(trial.certain));
  JsonValue slo = JsonValue::make_object();
  for (const SloVerdict& of : trial.slo) {
    JsonValue value = JsonValue::make_object();
    value.set("value", json::number(of.value.value));
    if (of.value.low) value.set("low", json::number(*of.value.low));
    if (of.value.high) value.set("high", json::number(*of.value.high));
    value.set("met", JsonValue::make_boolean(of.met));
    slo.set(of.name, std::move(value));
  }
  one.set("slo", std::move(slo));
  one.set("besides",
          json::list(trial.besides, [](const std::string& text) { return json::text(text); }));
  if (trial.cost) one.set("total_cost", json::number(*trial.cost));
  if (trial.cost) one.set("cost_is_at_least", JsonValue::make_boolean(trial.is_at_least));
  return one;
}

}  // namespace

std::string size_text(const SizeAnswer& answer) {
  std::string text =
      fmt::format("{} · the smallest {} that meets\n", excerpt(answer.title), counted(answer));
  for (const SloSpec& slo : answer.objectives)
    text += line("objective", fmt::format("{}: {}", excerpt(slo.name), slo_goal_text(slo)));
  text += table(answer);
  for (const SizeOfDesign& design : answer.designs)
    if (design.smallest() == nullptr)
      text += line("no answer", fmt::format("{}: {}", excerpt(design.name), no_answer(design)));
  std::size_t runs = 0;
  for (const SizeOfDesign& design : answer.designs) {
    runs += design.tried.size();
    if (!design.is_monotone)
      text += line("beware", fmt::format("{}: a larger count misses what a smaller one meets",
                                         excerpt(design.name)));
  }
  if (const std::string names = without_prices(answer); !names.empty())
    text += line("rests on", fmt::format("{}: parts have no price, so the cost is at least that; "
                                         "gpuscape run names them",
                                         names));
  const bool any_found = std::ranges::any_of(
      answer.designs, [](const SizeOfDesign& design) { return design.smallest() != nullptr; });
  text += line("searched",
               fmt::format("by halving, in {} with the same jobs: it rests on objectives that more "
                           "of it does not make worse{}",
                           quantity(static_cast<std::int64_t>(runs), "run"),
                           any_found ? ", and one more and one fewer were run" : ""));
  return text;
}

std::string size_json(const SizeAnswer& answer) {
  JsonValue document = JsonValue::make_object();
  document.set("format", json::integer(1));
  document.set("title", json::text(answer.title));
  document.set("partial", JsonValue::make_boolean(answer.partial));
  JsonValue objectives = JsonValue::make_object();
  for (const SloSpec& slo : answer.objectives)
    objectives.set(slo.name, json::text(slo_goal_text(slo)));
  document.set("objectives", std::move(objectives));
  JsonValue designs = JsonValue::make_object();
  for (const SizeOfDesign& design : answer.designs) {
    JsonValue one = JsonValue::make_object();
    one.set("of", json::text(design.of));
    one.set("in_the_file", json::integer(design.has));
    if (!design.why_not.empty()) one.set("why_not", json::text(design.why_not));
    const SizeTrial* found = design.smallest();
    one.set("smallest", found == nullptr ? JsonValue::make_null() : json::integer(found->count));
    one.set("is_monotone", JsonValue::make_boolean(design.is_monotone));
    if (!design.currency.empty()) one.set("currency", json::text(design.currency));
    one.set("runs", json::list(design.tried, trial_json));
    designs.set(design.name, std::move(one));
  }
  document.set("designs", std::move(designs));
  return write_json(document) + "\n";
}

}  // namespace gpuscape
