#include "sim/report/runs/runs_csv.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "sim/report/format/csv.hpp"
#include "sim/report/format/number_text.hpp"

namespace gpuscape {

namespace {

/// A figure or an objective that some run has, and whether any has an interval of it.
struct Column {
  std::string name;
  bool has_interval = false;
};

struct Columns {
  std::vector<std::string> axes;
  std::vector<Column> figures;
  std::vector<Column> objectives;
  bool has_currency = false;
};

void add_column(std::vector<Column>& columns, const Figure& figure) {
  auto at = std::ranges::find(columns, figure.name, &Column::name);
  if (at == columns.end()) at = columns.insert(at, {.name = figure.name});
  at->has_interval = at->has_interval || figure.low || figure.high;
}

Columns columns_of(std::span<const RunRecord> runs) {
  Columns columns;
  for (const RunRecord& run : runs) {
    for (const auto& [axis, value] : run.axes)
      if (std::ranges::find(columns.axes, axis) == columns.axes.end()) columns.axes.push_back(axis);
    for (const Figure& figure : run.figures) add_column(columns.figures, figure);
    for (const KeptObjective& objective : run.objectives)
      add_column(columns.objectives, objective.figure);
    columns.has_currency = columns.has_currency || !run.currency.empty();
  }
  return columns;
}

/// Cells of one row, with commas between them.
class Row {
 public:
  void text(std::string_view value) {
    next();
    line_ += csv_cell(value);
  }
  void count(std::int64_t value) {
    next();
    append_number(line_, value);
  }
  void number(const std::optional<double>& value) {
    next();
    if (value && std::isfinite(*value)) append_number(line_, *value);
  }
  void flag(bool value) { text(value ? "yes" : "no"); }
  void figure(const Figure* value, bool has_interval) {
    number(value == nullptr ? std::nullopt : std::optional(value->value));
    if (!has_interval) return;
    number(value == nullptr ? std::nullopt : value->low);
    number(value == nullptr ? std::nullopt : value->high);
  }
  void empty(int cells) {
    for (int i = 0; i < cells; ++i) next();
  }
  [[nodiscard]] std::string end() { return std::move(line_) + "\n"; }

 private:
  void next() {
    if (begun_) line_ += ',';
    begun_ = true;
  }
  std::string line_;
  bool begun_ = false;
};

constexpr const char* kCounts[] = {"jobs",      "replications", "precision_reached", "unfinished",
                                   "never_fit", "overloaded",   "nothing_started"};

void head_of(Row& row, const std::vector<Column>& columns) {
  for (const Column& column : columns) {
    row.text(column.name);
    if (!column.has_interval) continue;
    row.text(column.name + "_low");
    row.text(column.name + "_high");
  }
}

std::string head(const Columns& columns) {
  Row row;
  row.text("design");
  for (const std::string& axis : columns.axes) row.text(axis);
  row.text("fault");
  row.text("infeasible");
  for (const char* name : kCounts) row.text(name);
  head_of(row, columns.figures);
  if (columns.has_currency) {
    row.text("currency");
    row.text("cost_is_at_least");
  }
  for (const Column& column : columns.objectives) {
    head_of(row, {column});
    row.text(column.name + "_met");
  }
  row.text("key");
  return row.end();
}

void write_counts(Row& row, const RunRecord& run) {
  if (!run.fault.empty()) return row.empty(std::size(kCounts));
  row.count(run.jobs);
  row.count(run.replications);
  row.flag(run.precision_reached);
  row.count(run.unfinished);
  row.count(run.never_fit);
  row.flag(run.overloaded);
  row.flag(run.nothing_started);
}

void write_objective(Row& row, const Column& column, const RunRecord& run) {
  const auto found = std::ranges::find(run.objectives, column.name,
                                       [](const KeptObjective& one) { return one.figure.name; });
  const bool is_there = found != run.objectives.end();
  row.figure(is_there ? &found->figure : nullptr, column.has_interval);
  is_there ? row.flag(found->met) : row.empty(1);
}

std::string row_of(const RunRecord& run, const Columns& columns) {
  Row row;
  row.count(run.index);
  for (const std::string& axis : columns.axes) {
    const auto found =
        std::ranges::find(run.axes, axis, &std::pair<std::string, std::string>::first);
    row.text(found == run.axes.end() ? "" : found->second);
  }
  row.text(run.fault);
  row.flag(run.is_infeasible);
  write_counts(row, run);
  for (const Column& column : columns.figures) {
    const auto found = std::ranges::find(run.figures, column.name, &Figure::name);
    row.figure(found == run.figures.end() ? nullptr : &*found, column.has_interval);
  }
  if (columns.has_currency) {
    row.text(run.currency);
    run.currency.empty() ? row.empty(1) : row.flag(run.cost_is_at_least);
  }
  for (const Column& column : columns.objectives) write_objective(row, column, run);
  row.text(run.key);
  return row.end();
}

}  // namespace

std::string runs_csv(std::span<const RunRecord> runs) {
  const Columns columns = columns_of(runs);
  std::string text = head(columns);
  for (const RunRecord& run : runs) text += row_of(run, columns);
  return text;
}

}  // namespace gpuscape
