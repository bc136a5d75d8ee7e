#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "gui/view/answer_source.hpp"
#include "sim/report/compare/compare_json.hpp"
#include "sim/report/format/csv.hpp"
#include "sim/report/format/metric_text.hpp"
#include "sim/report/format/number_text.hpp"
#include "sim/report/format/text_table.hpp"
#include "sim/study/compare/differences.hpp"

namespace gpuscape::gui {

namespace {

std::vector<std::vector<std::string>> rows_of(const AnswerTable& table) {
  std::vector<std::vector<std::string>> rows(1, {""});
  for (const AnswerColumn& column : table.columns)
    rows.front().push_back(fmt::format("{} ({})", column.name, column.mark_text));
  for (const AnswerRow& row : table.rows) {
    std::vector<std::string>& cells = rows.emplace_back();
    cells.push_back(row.label);
    for (const AnswerCell& cell : row.cells) cells.push_back(cell_text(cell));
  }
  return rows;
}

void append_cell(std::string& line, std::string_view text) {
  line += ',';
  line += csv_cell(text);
}

void append_bound(std::string& line, const std::optional<double>& bound) {
  line += ',';
  if (bound) append_number(line, *bound);
}

void append_estimate(std::string& line, const Estimate& estimate) {
  append_bound(line, estimate.value);
  append_bound(line, estimate.low);
  append_bound(line, estimate.high);
}

/// The four columns of a difference; empty ones where there is none.
void append_difference(std::string& line, const Difference* difference) {
  if (difference == nullptr) {
    line += ",,,,";
    return;
  }
  append_estimate(line, difference->difference);
  append_cell(line, verdict_name(difference->verdict));
}

/// One line a design and figure.
class CsvWriter {
 public:
  explicit CsvWriter(std::vector<AnswerSource> sources) : sources_(std::move(sources)) {}

  std::string write() {
    text_ =
        "key,design,mark,value,low,high,method,difference,difference_low,difference_high,"
        "verdict\n";
    for (const AnswerSource& source : sources_)
      if (source.outcome != nullptr) write_column(source);
    return std::move(text_);
  }

 private:
  void write_column(const AnswerSource& source) {
    const StudyResult& study = *source.result();
    for (const SloVerdict& slo : study.slo) {
      const SloDifference* difference = nullptr;
      if (source.beside != nullptr)
        for (const SloDifference& one : source.beside->slo)
          if (one.name == slo.name) difference = &one;
      write_line("slo/" + slo.name, source, slo.value, difference);
    }
    for (const Metric* metric : in_order(&Metric::compared)) {
      const bool is_there = source.saved ? source.shows(*metric) : has(study.first, *metric);
      if (!is_there) continue;
      const MetricDifference* difference = nullptr;
      if (source.beside != nullptr)
        for (const MetricDifference& one : source.beside->metrics)
          if (one.metric == metric) difference = &one;
      write_line(metric_name(study.first, *metric), source, source.estimate(*metric), difference);
    }
  }

  void write_line(const std::string& key, const AnswerSource& source, const Estimate& estimate,
                  const Difference* difference) {
    text_ += csv_cell(key);
    append_cell(text_, source.head.name);
    append_cell(text_, source.head.mark_text);
    append_estimate(text_, estimate);
    append_cell(text_, estimate.method);
    append_difference(text_, difference);
    text_ += '\n';
  }

  std::vector<AnswerSource> sources_;
  std::string text_;
};

}  // namespace

std::string cell_text(const AnswerCell& cell) {
  std::string text = cell.value;
  if (!cell.interval.empty()) text += fmt::format(" ({})", cell.interval);
  if (!cell.verdict.empty()) text += fmt::format("  {}", cell.verdict);
  if (!cell.difference.empty())
    text += fmt::format("{}({})", cell.verdict.empty() ? "  " : " ", cell.difference);
  return text;
}

std::string row_text(const AnswerRow& row) {
  std::string text = row.label;
  for (const AnswerCell& cell : row.cells) text += "\t" + cell_text(cell);
  return text;
}

std::string plain_text(const AnswerTable& table) { return text_table(rows_of(table)); }

std::string tab_separated(const AnswerTable& table) {
  std::string text;
  std::vector<std::vector<std::string>> rows = rows_of(table);
  for (std::vector<std::string>& row : rows) {
    for (std::string& cell : row)
      std::ranges::replace_if(cell, [](char c) { return c == '\t' || c == '\n'; }, ' ');
    text += fmt::format("{}\n", fmt::join(row, "\t"));
  }
  return text;
}

std::string answer_csv(const LiveState& state, const SavedColumns& saved) {
  return CsvWriter(answer_sources(state, saved)).write();
}

}  // namespace gpuscape::gui
