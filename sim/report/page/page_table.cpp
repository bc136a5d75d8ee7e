#include "sim/report/page/page_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "sim/base/excerpt.hpp"
#include "sim/report/compare/compare_cells.hpp"
#include "sim/report/html/html_text.hpp"
#include "sim/report/page/page_values.hpp"

namespace gpuscape {

namespace {

/// Columns of metrics that an A4 page has room for.
constexpr std::size_t kMostColumns = 5;

std::string_view verdict_class(Verdict verdict) {
  if (verdict == Verdict::better) return "better";
  return verdict == Verdict::worse ? "worse" : "note";
}

/// "+12 min to +3 h"; empty where there is none to be told.
std::string difference_interval(const PageDesign& design, const PageDesign& baseline,
                                const MetricDifference& of) {
  const Estimate& difference = of.difference;
  const bool is_zero = difference.value == 0.0 && difference.low.value_or(0.0) == 0.0 &&
                       difference.high.value_or(0.0) == 0.0;
  const bool is_told =
      of.verdict != Verdict::no_difference_shown && of.verdict != Verdict::negligible;
  if (is_zero || !is_told || !std::isfinite(difference.value) || has_no_value(design, *of.metric) ||
      has_no_value(baseline, *of.metric))
    return "";
  return in_one_unit(decisive_interval(of, of.metric->print));
}

std::string metric_html(const PageComparison& of, std::size_t row, const Metric& metric) {
  const PageDesign& design = of.designs[row];
  const std::optional<Estimate> value = page_value(of, row, metric);
  if (!value) return "–";
  std::string html = html_text(page_value_text(design, *value, metric));
  const MetricDifference* const beside = page_difference(design, metric);
  if (beside == nullptr) return html;
  const std::string verdict = verdict_text(beside->verdict);
  const std::string difference = difference_interval(design, of.designs.front(), *beside);
  std::string said;
  if (!verdict.empty())
    said =
        html_element("span", fmt::format("class=\"{}\"", verdict_class(beside->verdict)), verdict);
  if (!difference.empty())
    said += (said.empty() ? "" : " ") +
            html_element("span", "class=\"note\"", "(" + html_text(difference) + ")");
  return said.empty() ? html : html + html_element("span", "class=\"said\"", said);
}

std::string objectives_html(const PageDesign& design) {
  if (!design.result || design.result->study().slo.empty()) return "–";
  std::vector<std::string> missed;
  std::vector<std::string> uncertain;
  for (const SloVerdict& slo : design.result->study().slo) {
    if (!slo.met) missed.push_back(html_name(slo.name));
    if (slo.met && !slo.is_certain()) uncertain.push_back(html_name(slo.name));
  }
  if (!missed.empty())
    return html_element("span", "class=\"worse\"", "no:") +
           fmt::format(" {}", fmt::join(missed, ", "));
  if (!uncertain.empty()) return fmt::format("not certain: {}", fmt::join(uncertain, ", "));
  return html_element("span", "class=\"better\"", "yes");
}

std::string name_html(const PageComparison& of, std::size_t row) {
  const PageDesign& design = of.designs[row];
  std::string html = fmt::format("{} {}", row + 1, html_name(excerpt(design.name, 120)));
  if (row == 0) html += html_element("span", "class=\"said note\"", "baseline");
  if (!design.finished) html += html_element("span", "class=\"said note\"", "not finished");
  return html;
}

std::string one_table(const PageComparison& of, std::span<const Metric* const> columns,
                      bool is_first) {
  HtmlTable table{
      .caption = fmt::format(
          "{}: value with its interval, then the verdict on the difference from {} with "
          "the interval of the difference.",
          is_first ? "What decides" : "What decides, continued",
          html_name(of.designs.front().name)),
      .head = {"design"}};
  const bool with_objectives = is_first && has_objective(of);
  if (is_first) table.head.emplace_back("GPUs");
  if (with_objectives) table.head.emplace_back("meets objectives");
  for (const Metric* metric : columns) table.head.push_back(html_text(page_label(of, *metric)));
  for (std::size_t row = 0; row < of.designs.size(); ++row) {
    std::vector<std::string>& cells = table.rows.emplace_back();
    cells.push_back(name_html(of, row));
    if (is_first) cells.push_back(fmt::format("{}", of.designs[row].gpus));
    if (with_objectives) cells.push_back(objectives_html(of.designs[row]));
    for (const Metric* metric : columns) cells.push_back(metric_html(of, row, *metric));
  }
  return html_table(table);
}

std::string below_table(const PageComparison& of, const PageColumns& columns) {
  std::string html;
  std::vector<std::string> words;
  words.reserve(columns.same.size());
  for (const Metric* metric : columns.same)
    words.push_back(html_text(page_label(of, *metric)) + " " + metric_html(of, 0, *metric));
  if (!words.empty())
    html += html_element("p", "class=\"note\"",
                         fmt::format("The same in all designs: {}.", fmt::join(words, "; "))) +
            "\n";
  words.clear();
  for (const Metric* metric : columns.other) words.push_back(html_text(page_label(of, *metric)));
  if (!words.empty())
    html += html_element("p", "class=\"note\"",
                         fmt::format("Compared too, in compare.csv: {}.", fmt::join(words, ", "))) +
            "\n";
  return html;
}

}  // namespace

std::string design_table(const PageComparison& of) {
  const PageColumns columns = page_columns(of);
  const std::span<const Metric* const> all(columns.shown);
  std::string html = one_table(of, all.first(std::min(all.size(), kMostColumns)), true);
  for (std::size_t at = kMostColumns; at < all.size(); at += kMostColumns)
    html += one_table(of, all.subspan(at, std::min(kMostColumns, all.size() - at)), false);
  return html + below_table(of, columns);
}

}  // namespace gpuscape
