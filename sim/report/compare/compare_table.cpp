#include "sim/report/compare/compare_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "sim/base/excerpt.hpp"
#include "sim/report/compare/compare_cells.hpp"
#include "sim/report/compare/compare_json.hpp"
#include "sim/report/format/metric_text.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/format/text_table.hpp"
#include "sim/report/format/titles.hpp"

namespace gpuscape {

namespace {

/// "1 h 40 min  worse (+12 min to +3 h)".
std::string cell(const MetricDifference& metric, const Metric& row, const StudyResult& study,
                 const StudyResult& baseline) {
  std::string text = marked_text(metric.variant.value, study, row);
  const std::string verdict = verdict_text(metric.verdict);
  if (!verdict.empty()) text += fmt::format("  {}", verdict);
  const std::string difference = difference_text(metric, study, baseline);
  if (difference.empty()) return text;
  return text + (verdict.empty() ? "  (" : " (") + difference + ")";
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
  std::vector<std::string> slo = {"meets slo", slo_text(baseline)};
  bool any_slo = !baseline.slo.empty();
  for (const Comparison& column : columns) {
    const StudyResult& study = result.variants[column.variant].outcome.result;
    rows.front().push_back(column_name(result, column.variant));
    slo.push_back(study.slo.empty() ? "–" : slo_text(study));
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
