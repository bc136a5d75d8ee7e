/// A comparison of runs at `step` detail on a page.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "sim/report/format/metric_text.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/html/chart_bars.hpp"
#include "sim/report/html/html_text.hpp"
#include "sim/report/page/page_notes.hpp"
#include "sim/report/page/page_sections.hpp"
#include "sim/report/page/read_page.hpp"
#include "sim/report/reading/saved_json.hpp"

namespace gpuscape {

namespace {

constexpr std::size_t kMostRowsOfPage = 100;
constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

double number_of(const JsonValue& row, std::string_view key) {
  const JsonValue* value = row.find(key);
  return value == nullptr || !value->is_number() ? kUnknown : value->number();
}

std::string text_of(const JsonValue& row, std::string_view key) {
  const JsonValue* value = row.find(key);
  return value == nullptr || !value->is_text() ? std::string() : value->text();
}

std::string ratio_cell(double ratio) {
  return std::isfinite(ratio) ? fmt::format("{:.3g}", ratio) : std::string("–");
}

std::string time_cell_of(double seconds) {
  return std::isfinite(seconds) ? html_text(short_time_text(Seconds(seconds))) : std::string("–");
}

std::string verdict_words_of(const PageStepsDesign& design) {
  if (design.verdict == "faster") return html_element("span", "class=\"better\"", "faster");
  if (design.verdict == "slower") return html_element("span", "class=\"worse\"", "slower");
  if (design.verdict == "not_compared") return "not compared";
  return design.verdict.empty() ? "baseline" : html_text(design.verdict);
}

std::string designs_of(const PageStepsComparison& of) {
  HtmlTable table{.caption =
                      "How many times as long as the baseline each design takes: the "
                      "geometric mean over the rows, the least and the most",
                  .head = {"design", "times baseline", "least", "most", "verdict"}};
  for (const PageStepsDesign& design : of.designs)
    table.rows.push_back({html_name(design.name), ratio_cell(design.mean), ratio_cell(design.least),
                          ratio_cell(design.most), verdict_words_of(design)});
  return html_table(table);
}

std::string picture_of(const PageStepsComparison& of, const std::string& id) {
  std::vector<IntervalRow> rows;
  for (const PageStepsDesign& design : of.designs) {
    IntervalRow& row = rows.emplace_back();
    row.name = design.name;
    row.is_baseline = design.verdict.empty();
    row.text = std::isfinite(design.mean) ? ratio_cell(design.mean) + " times" : "no value";
    if (!std::isfinite(design.mean)) continue;
    row.value = design.mean;
    if (design.least < design.most) {
      row.low = design.least;
      row.high = design.most;
    }
  }
  return interval_chart(
      {.id = id,
       .title = "Time beside the baseline by design",
       .about = fmt::format("A bar for each of {}: how many times as long as the baseline it takes "
                            "in the mean, and a line from the least to the most of its rows. The "
                            "values are printed next to the bars.",
                            quantity(std::ssize(of.designs), "design")),
       .axis = "times baseline; lines: least to most of the rows",
       .unit = AxisUnit::number},
      rows);
}

/// Each row with its time on each design; designs as lines where there are more of them.
std::string rows_of(const PageStepsComparison& of) {
  HtmlTable table{.caption =
                      "Each row on each design: its time, how many times that of the "
                      "baseline it is, and what binds it",
                  .head = {"row", "design", "time", "times baseline", "bound by"}};
  std::size_t left = 0;
  const std::size_t rows = of.designs.empty() ? 0 : of.designs.front().rows.size();
  for (std::size_t i = 0; i < rows; ++i) {
    const JsonValue* const name = of.designs.front().rows[i].find("row");
    for (const PageStepsDesign& design : of.designs) {
      const auto same = std::ranges::find_if(design.rows, [&](const JsonValue& row) {
        return name != nullptr && name->is_text() && text_of(row, "baseline_row") == name->text();
      });
      if (same == design.rows.end()) continue;
      if (table.rows.size() == kMostRowsOfPage) {
        ++left;
        continue;
      }
      const std::string bound = text_of(*same, "bound_by");
      table.rows.push_back({html_name(name->text()), html_name(design.name),
                            time_cell_of(number_of(*same, "time_s")),
                            ratio_cell(number_of(*same, "times_baseline")),
                            bound.empty() ? "–" : html_name(bound)});
    }
  }
  std::string html = html_table(table);
  if (left > 0)
    html +=
        html_element("p", "class=\"note\"", fmt::format("{} more in compare.csv.", left)) + "\n";
  return html;
}

PageStepsDesign design_of(const SavedObject& says) {
  PageStepsDesign design{.name = says.text("name")};
  design.rows = says.list("rows");
  return design;
}

}  // namespace

PageStepsComparison page_steps_comparison(const JsonValue& json) {
  const SavedObject document(json, "");
  PageStepsComparison comparison{.title = document.text("title")};
  comparison.is_partial = document.boolean("partial");
  comparison.provenance = saved_provenance(document);
  comparison.verdict = document.object("verdict").text("says");
  comparison.left_out = document.texts_or_none("left_out");
  for (const JsonValue& item : document.list("variants")) {
    const SavedObject says(item, "/variants");
    comparison.designs.push_back(design_of(says));
    comparison.guesses.push_back(page_guesses(says));
  }
  if (comparison.designs.empty()) document.fail("variants", "is empty");
  PageStepsDesign& base = comparison.designs.front();
  base.mean = base.least = base.most = 1.0;
  for (const JsonValue& item : document.list("comparisons")) {
    const SavedObject says(item, "/comparisons");
    const auto found =
        std::ranges::find(comparison.designs, says.text("variant"), &PageStepsDesign::name);
    if (found == comparison.designs.end()) says.fail("variant", "is not one of the variants");
    found->mean = says.number("times_baseline_mean");
    found->least = says.number("times_baseline_least");
    found->most = says.number("times_baseline_most");
    found->verdict = says.text("verdict");
  }
  return comparison;
}

std::string steps_comparison_block(const PageStepsComparison& of, const PagePlace& place) {
  std::string html = html_element("p", "class=\"question\"",
                                  fmt::format("What transfers, collectives or training steps take "
                                              "on {}.",
                                              quantity(std::ssize(of.designs), "design"))) +
                     "\n";
  html += html_heading(place.level, "Verdict") +
          html_element("p", "class=\"verdict\"", html_text(of.verdict) + ".") + "\n";
  html += html_heading(place.level, "Designs") + designs_of(of) +
          picture_of(of, place.id + "-times") + html_heading(place.level, "Rows") + rows_of(of);
  std::vector<PageResult> results(of.designs.size());
  std::vector<const PageResult*> all;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const auto run = std::make_shared<SavedRun>();
    run->outcome.result.scenario.variant = of.designs[i].name;
    results[i].run = run;
    results[i].guesses = of.guesses[i];
    all.push_back(&results[i]);
  }
  if (const std::string table = guess_table(all); !table.empty())
    html += html_heading(place.level, "What it assumes") + table;
  std::vector<std::string> notes;
  if (of.is_partial) notes.emplace_back("The comparison was stopped before its end.");
  notes.emplace_back("Times are of one run of each design, in which nothing is drawn.");
  for (const std::string& name : of.left_out)
    notes.push_back(html_name(name) + " has a fault, and did not run.");
  html += html_heading(place.level, "What is not modelled or not counted") + html_list(notes);
  return html + html_heading(place.level, "How to reproduce it") +
         reproduction_html(of.provenance, nullptr);
}

}  // namespace gpuscape
