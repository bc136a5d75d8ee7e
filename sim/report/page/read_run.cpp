/// result.json for a page: what SavedRun has, and costs, guesses and rows beside it.

#include <fmt/format.h>

#include <cmath>
#include <filesystem>

#include "sim/base/units/unit_text.hpp"
#include "sim/report/format/metric_text.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/page/read_page.hpp"
#include "sim/report/reading/saved_bill.hpp"
#include "sim/report/reading/saved_json.hpp"

namespace gpuscape {

namespace {

/// The inputs of a cost that have a range, or that the catalogue or the program supposes.
std::vector<PageGuess> guessed_inputs(const SavedObject& cost) {
  std::vector<PageGuess> all;
  for (const JsonValue& item : cost.list("inputs")) {
    const SavedObject input(item, "/results/cost/inputs");
    const std::string& origin = input.text("origin");
    const double low = input.number("low");
    const double high = input.number("high");
    const bool has_range = low < high;
    if (!has_range && origin != "guess" && origin != "assumption") continue;
    const auto text = [](double value) {
      return std::isfinite(value) ? money_text(value) : std::string();
    };
    all.push_back({.name = input.text("name"),
                   .value = text(input.number("value")),
                   .low = has_range ? text(low) : "",
                   .high = has_range ? text(high) : ""});
  }
  return all;
}

PageCost page_cost(const SavedObject& says) {
  PageCost cost;
  cost.currency = says.text("currency");
  cost.horizon = Seconds(says.number("horizon_s"));
  cost.capex = says.number("capex");
  cost.opex = says.number("opex");
  cost.total = says.number("total");
  cost.tax = says.number("tax");
  if (says.has("total_range")) {
    const SavedObject range = says.object("total_range");
    if (range.has("drawn_p5")) cost.drawn_low = range.number("drawn_p5");
    if (range.has("drawn_p95")) cost.drawn_high = range.number("drawn_p95");
  }
  const SavedObject items = says.object("items");
  for (const JsonMember& member : items.value().members())
    cost.items.emplace_back(member.key, items.number(member.key));
  cost.guesses = guessed_inputs(says);
  cost.not_counted = says.texts_or_none("not_counted");
  cost.old_prices = says.texts_or_none("old_prices");
  return cost;
}

std::optional<std::vector<TrustLine>> page_trust(const SavedObject& results) {
  if (!results.has("trust")) return std::nullopt;
  std::vector<TrustLine> all;
  for (const JsonValue& item : results.list("trust")) {
    const SavedObject one(item, "/results/trust");
    all.push_back({.area = one.text("area"),
                   .about = one.text("about"),
                   .figures = one.count("figures"),
                   .median = one.number("median_error"),
                   .p90 = one.number("p90_error"),
                   .outside_by = one.texts("outside_by"),
                   .can_compare = !one.value().find("inside")->is_null()});
  }
  return all;
}

/// "lab-log.csv: 1 row dropped: run time is missing".
std::vector<std::string> row_lines(const SavedObject& results) {
  std::vector<std::string> all;
  if (!results.has("reads")) return all;
  for (const JsonValue& item : results.list("reads")) {
    const SavedObject read(item, "/results/reads");
    const std::string file = std::filesystem::path(read.text("file")).filename().string();
    for (const JsonValue& entry : read.list("reasons")) {
      const SavedObject reason(entry, "/results/reads/reasons");
      all.push_back(fmt::format("{}: {} {}: {}", file, quantity(reason.count("rows"), "row"),
                                reason.boolean("dropped") ? "dropped" : "repaired",
                                reason.text("reason")));
    }
  }
  return all;
}

}  // namespace

std::vector<PageGuess> page_guesses(const SavedObject& document) {
  std::vector<PageGuess> all;
  if (!document.has("guesses")) return all;
  for (const JsonValue& item : document.list("guesses")) {
    const SavedObject guess(item, "/guesses");
    all.push_back({.name = fmt::format("{} {}", guess.text("entry"), guess.text("field")),
                   .value = guess.text("value"),
                   .low = guess.text_or("low", ""),
                   .high = guess.text_or("high", "")});
  }
  return all;
}

PageResult page_result(const JsonValue& json, const std::string& folder) {
  const SavedObject document(json, "");
  PageResult result{.run = saved_result(json, folder)};
  result.guesses = page_guesses(document);
  const SavedObject results = document.object("results");
  result.warnings = results.texts_or_none("warnings");
  result.rows = row_lines(results);
  if (results.has("cost")) result.cost = page_cost(results.object("cost"));
  if (results.has("bill")) result.bill = saved_bill(results.object("bill"));
  result.trust = page_trust(results);
  return result;
}

bool is_of_transfers(const JsonValue& json) {
  const SavedObject document(json, "");
  return document.object("results").text("kind") == "transfers";
}

PageSteps page_steps(const JsonValue& json) {
  const SavedObject document(json, "");
  PageSteps steps{.title = document.object("scenario").text("title")};
  steps.is_partial = document.boolean("partial");
  steps.provenance = saved_provenance(document);
  steps.guesses = page_guesses(document);
  const SavedObject results = document.object("results");
  if (results.has("bill")) steps.bill = saved_bill(results.object("bill"));
  steps.trust = page_trust(results);
  for (const char* const table : {"steps", "collectives", "transfers"})
    if (results.has(table) && !results.list(table).empty())
      steps.tables[table] = results.list(table);
  return steps;
}

}  // namespace gpuscape
