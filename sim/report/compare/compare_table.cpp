#include "sim/report/compare/compare_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "sim/base/excerpt.hpp"
#include "sim/report/compare/compare_json.hpp"
#include "sim/report/format/metric_text.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/format/text_table.hpp"
#include "sim/report/format/titles.hpp"

namespace gpuscape {

namespace {

using Print = MetricPrint;

/// "+12 min", "−0.3"; "0" where nothing is left of it.
std::string signed_text(double difference, Print print) {
  if (!std::isfinite(difference)) return "–";
  const double size = std::abs(print == Print::share ? 100.0 * difference : difference);
  if (size < 1e-9) return "0";
  const char* const sign = difference < 0.0 ? "−" : "+";
  if (print == Print::time || print == Print::coarse_time)
    return sign + rounded_text(Seconds(size));
  if ((print == Print::money || print == Print::amount) && size >= 0.01)
    return sign + money_text(size);
  const int digits = print == Print::share ? 1 : 2;
  // What rounds to nothing is told by its first digit.
  return size < 0.5 * std::pow(10.0, -digits) ? fmt::format("{}{:.1g}", sign, size)
                                              : fmt::format("{}{:.{}f}", sign, size, digits);
}

std::string interval_text(const Estimate& difference, Print print) {
  const std::string_view unit = print == Print::share ? " points" : "";
  if (!difference.low || !difference.high)
    return fmt::format("({}{})", signed_text(difference.value, print), unit);
  const std::string low = signed_text(*difference.low, print);
  const std::string high = signed_text(*difference.high, print);
  return low == high ? fmt::format("({}{})", low, unit)
                     : fmt::format("({} to {}{})", low, high, unit);
}

std::string verdict_text(Verdict verdict) {
  if (verdict == Verdict::no_interval) return "";
  std::string text(verdict_name(verdict));
  std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}

/// True of a value that depends on when the run stops: that of a log is what it is.
bool has_no_value(const StudyResult& study, const Metric& row) {
  return row.grows_when_overloaded && study.overloaded() && study.synthetic;
}

std::string marked_text(double value, const StudyResult& study, const Metric& row) {
  if (has_no_value(study, row)) return "overloaded";
  const bool marked = row.grows_when_overloaded && study.overloaded() && std::isfinite(value);
  return metric_text(value, row.print) + (marked ? " overloaded" : "");
}

/// "1 h 40 min  worse (+12 min to +3 h)".
std::string cell(const MetricDifference& metric, const Metric& row, const StudyResult& study,
                 const StudyResult& baseline) {
  std::string text = marked_text(metric.variant.value, study, row);
  const std::string verdict = verdict_text(metric.verdict);
  if (!verdict.empty()) text += fmt::format("  {}", verdict);
  const Estimate& difference = metric.difference;
  const bool zero = difference.value == 0.0 && difference.low.value_or(0.0) == 0.0 &&
                    difference.high.value_or(0.0) == 0.0;
  if (zero || !std::isfinite(difference.value) || has_no_value(study, row) ||
      has_no_value(baseline, row))
    return text;
  return text + (verdict.empty() ? "  " : " ") + interval_text(difference, row.print);
}

std::string slo_cell(const StudyResult& study) {
  std::vector<std::string> missed;
  for (const SloVerdict& slo : study.slo) {
    if (!slo.met) missed.push_back(excerpt(slo.name, kMostColumnName));
  }
  return missed.empty() ? "yes" : fmt::format("no: {}", fmt::join(missed, ", "));
}

const MetricDifference* find(const Comparison& comparison, std::string_view key) {
  for (const MetricDifference& metric : comparison.metrics) {
    if (metric.metric->key == key) return &metric;
  }
  return nullptr;
}

/// One row; empty where no column has the metric.
std::vector<std::string> table_row(const CompareResult& result, std::span<const Comparison> columns,
                                   const Metric& row) {
  const StudyResult& baseline = result.variants.front().outcome.result;
  std::vector<std::string> cells;
  std::string at_baseline;
  for (const Comparison& column : columns) {
    const MetricDifference* metric = find(column, row.key);
    if (metric == nullptr) {
      cells.emplace_back("–");
      continue;
    }
    at_baseline = marked_text(metric->baseline.value, baseline, row);
    cells.push_back(cell(*metric, row, result.variants[column.variant].outcome.result, baseline));
  }
  if (at_baseline.empty()) return {};
  cells.insert(cells.begin(), {metric_label(row.label, baseline.first), at_baseline});
  return cells;
}

std::string table(const CompareResult& result, std::span<const Comparison> columns) {
  const StudyResult& baseline = result.variants.front().outcome.result;
  std::vector<std::vector<std::string>> rows;
  rows.push_back({std::string(kLabelWidth, ' '), column_name(result, 0)});
  std::vector<std::string> slo = {"meets slo", slo_cell(baseline)};
  bool any_slo = !baseline.slo.empty();
  for (const Comparison& column : columns) {
    const StudyResult& study = result.variants[column.variant].outcome.result;
    rows.front().push_back(column_name(result, column.variant));
    slo.push_back(study.slo.empty() ? "–" : slo_cell(study));
    any_slo = any_slo || !study.slo.empty();
  }
  if (any_slo) rows.push_back(std::move(slo));
  for (const Metric* metric : in_order(&Metric::compared)) {
    if (!is_printed(*metric, baseline.first)) continue;
    std::vector<std::string> row = table_row(result, columns, *metric);
    if (!row.empty()) rows.push_back(std::move(row));
  }
  return text_table(rows);
}

std::size_t widest_line(std::string_view text) {
  std::size_t widest = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    widest = std::max(widest, display_width(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return widest;
}

}  // namespace

std::string column_name(const CompareResult& result, std::size_t variant) {
  return excerpt(result.variants[variant].name, kMostColumnName);
}

std::string compare_tables(const CompareResult& result, std::size_t width) {
  const std::span<const Comparison> all(result.comparisons);
  for (std::size_t each = all.size(); each > 0; --each) {
    std::string text;
    for (std::size_t first = 0; first < all.size(); first += each) {
      if (first > 0) text += '\n';
      text += table(result, all.subspan(first, std::min(each, all.size() - first)));
    }
    if (each == 1 || width == 0 || widest_line(text) <= width) return text;
  }
  return "";
}

}  // namespace gpuscape
