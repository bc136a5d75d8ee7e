#include "sim/report/compare/board_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "sim/report/compare/board_values.hpp"
#include "sim/report/compare/compare_cells.hpp"
#include "sim/report/compare/compare_table.hpp"
#include "sim/report/format/metric_text.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/format/text_table.hpp"

namespace gpuscape {

namespace {

constexpr std::size_t kGap = 3;  // of text_table

std::string short_verdict(Verdict verdict) {
  if (verdict == Verdict::no_difference_shown) return "none shown";
  return verdict_text(verdict);
}

/// "32 min  better (−3.8 to −2.9 min)".
std::string metric_cell(const CompareResult& result, std::size_t design, const Metric& metric) {
  const StudyResult& study = result.variants[design].outcome.result;
  const std::optional<double> value = board_value(result, design, metric);
  if (!value) return "–";
  std::string text = marked_text(*value, study, metric);
  const MetricDifference* const found = board_difference(result, design, metric);
  if (found == nullptr) return text;
  const std::string verdict = short_verdict(found->verdict);
  if (!verdict.empty()) text += "  " + verdict;
  const bool is_told =
      found->verdict != Verdict::no_difference_shown && found->verdict != Verdict::negligible;
  const StudyResult& baseline = result.variants.front().outcome.result;
  const std::string difference =
      is_told ? in_one_unit(difference_text(*found, study, baseline)) : "";
  if (difference.empty()) return text;
  return text + (verdict.empty() ? "  (" : " (") + difference + ")";
}

std::string label_of(const CompareResult& result, const Metric& metric) {
  return metric_label(metric.label, result.variants.front().outcome.result.first);
}

struct Column {
  std::string head;
  std::vector<std::string> cells;  // by place in the table
  const Metric* metric = nullptr;
  [[nodiscard]] std::size_t width() const {
    std::size_t most = display_width(head);
    for (const std::string& cell : cells) most = std::max(most, display_width(cell));
    return most;
  }
};

class Board {
 public:
  Board(const CompareResult& result, const BoardOptions& options)
      : result_(result), options_(options), order_(board_order(result, options.sort)) {
    names_.head = "design";
    for (const std::size_t design : order_) names_.cells.push_back(column_name(result, design));
  }

  std::string text() {
    options_.columns.empty() ? choose() : take_asked();
    std::vector<std::vector<std::string>> rows(order_.size() + 1);
    for (std::size_t row = 0; row < rows.size(); ++row) {
      rows[row].push_back(row == 0 ? names_.head : names_.cells[row - 1]);
      for (const Column& column : columns_)
        rows[row].push_back(row == 0 ? column.head : column.cells[row - 1]);
    }
    return text_table(rows) + below();
  }

 private:
  [[nodiscard]] Column column_of(const Metric& metric) const {
    Column column{.head = label_of(result_, metric), .cells = {}, .metric = &metric};
    for (const std::size_t design : order_)
      column.cells.push_back(metric_cell(result_, design, metric));
    return column;
  }

  [[nodiscard]] Column slo_column() const {
    Column column{.head = "meets slo", .cells = {}};
    for (const std::size_t design : order_) {
      const StudyResult& study = result_.variants[design].outcome.result;
      column.cells.push_back(study.slo.empty() ? "–" : slo_text(study));
    }
    return column;
  }

  [[nodiscard]] Column gpu_column() const {
    Column column{.head = "GPUs", .cells = {}};
    for (const std::size_t design : order_)
      column.cells.push_back(
          fmt::format("{}", result_.variants[design].outcome.result.first.gpus_total));
    return column;
  }

  [[nodiscard]] bool any_slo() const {
    return std::ranges::any_of(result_.variants, [](const VariantResult& variant) {
      return !variant.outcome.result.slo.empty();
    });
  }

  void take_asked() {
    for (const std::string& key : options_.columns) {
      if (key == kMeetsSlo)
        columns_.push_back(slo_column());
      else if (key == kGpus)
        columns_.push_back(gpu_column());
      else
        columns_.push_back(column_of(metrics()[metric_index(key)]));
    }
  }

  /// What decides, as far as it fits.
  void choose() {
    std::size_t used = names_.width();
    if (any_slo()) {
      columns_.push_back(slo_column());
      used += kGap + columns_.back().width();
    }
    for (const Metric* metric : deciding_metrics(result_)) {
      if (!has_board_value(result_, *metric)) continue;
      if (is_same_in_all(result_, *metric)) {
        same_.push_back(label_of(result_, *metric) + " " + metric_cell(result_, 0, *metric));
        continue;
      }
      Column column = column_of(*metric);
      const std::size_t width = kGap + column.width();
      if (options_.width > 0 && used + width > options_.width && any_metric_) {
        left_out_.push_back(column.head);
        continue;
      }
      used += width;
      any_metric_ = true;
      columns_.push_back(std::move(column));
    }
  }

  [[nodiscard]] std::string below() const {
    std::string text;
    if (!same_.empty())
      text += line("same in all", fmt::format("{}", fmt::join(same_, kSeparator)));
    if (!left_out_.empty())
      text += line("not shown", fmt::format("{}: with --columns, or all of them with --detail",
                                            fmt::join(left_out_, ", ")));
    return text;
  }

  const CompareResult& result_;
  const BoardOptions& options_;
  std::vector<std::size_t> order_;
  Column names_;
  std::vector<Column> columns_;
  std::vector<std::string> same_;
  std::vector<std::string> left_out_;
  bool any_metric_ = false;
};

}  // namespace

std::string board_table(const CompareResult& result, const BoardOptions& options) {
  return Board(result, options).text();
}

}  // namespace gpuscape
