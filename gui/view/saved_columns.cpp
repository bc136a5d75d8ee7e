#include "gui/view/saved_columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "gui/view/timeline_view.hpp"
#include "sim/report/format/titles.hpp"

namespace gpuscape::gui {

namespace {

/// In a comparison's folder, of either side.
const MetricDifference* difference_of(const SavedDesign& design, std::size_t metric) {
  if (!design.beside) return nullptr;
  const auto found =
      std::ranges::find(design.beside->metrics, &metrics()[metric], &MetricDifference::metric);
  return found == design.beside->metrics.end() ? nullptr : &*found;
}

}  // namespace

SavedColumns saved_columns(const std::vector<std::shared_ptr<const SavedFolder>>& folders) {
  SavedColumns columns;
  for (const std::shared_ptr<const SavedFolder>& folder : folders)
    for (std::size_t i = 0; i < folder->designs.size(); ++i) columns.push_back({folder, i});
  return columns;
}

std::string saved_name(const SavedColumn& column) {
  const SavedDesign& design = column.of();
  const std::string& file = design.run->scenario_file;
  const bool is_plain = column.folder->is_comparison || design.name != "base" || file.empty();
  return is_plain ? design.name : std::filesystem::path(file).stem().string();
}

std::string saved_mark(const SavedColumn& column) { return "from " + column.folder->name; }

std::string saved_date(const SavedColumn& column) {
  if (!(column.folder->written > Seconds(0.0))) return "";
  RunResult unix_time;
  unix_time.unix_origin = Seconds(0.0);
  return date_label(unix_time, column.folder->written);
}

std::string saved_about(const SavedColumn& column) {
  const SavedFolder& folder = *column.folder;
  const Provenance& made = folder.provenance;
  std::string text = "read-only, from " + folder.path;
  if (!made.version.empty()) text += "\nwritten by gpuscape " + made.version;
  if (const std::string date = saved_date(column); !date.empty()) text += "\nfile of " + date;
  if (!made.command.empty()) text += "\n" + made.command;
  return text;
}

void append_saved(std::vector<ShownDesign>& shown, const SavedColumns& columns, std::size_t first) {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const std::shared_ptr<const StudyOutcome> outcome = columns[i].outcome();
    if (outcome->result.first.timeline.size() == 0) continue;
    shown.push_back({.name = saved_name(columns[i]),
                     .column = first + i,
                     .outcome = outcome,
                     .scenario = nullptr,
                     .mark = AnswerMark::saved});
  }
}

Estimate saved_figure(const SavedColumn& column, std::size_t metric) {
  if (const MetricDifference* own = difference_of(column.of(), metric)) return own->variant;
  if (column.design == 0) {
    for (const SavedDesign& other : column.folder->designs)
      if (const MetricDifference* beside = difference_of(other, metric)) return beside->baseline;
  }
  return saved_estimate(*column.of().run, metric);
}

bool has_saved(const SavedColumn& column, const Metric& metric) {
  const SavedRun& run = *column.of().run;
  if (run.figures[metric_index(metric.key)] == SavedFigure::none) return false;
  return metric.needs != Needs::gpus || capacity_noun(run.outcome.result.first) == "GPUs";
}

}  // namespace gpuscape::gui
