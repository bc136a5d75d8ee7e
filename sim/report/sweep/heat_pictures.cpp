#include "sim/report/sweep/heat_pictures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "sim/base/excerpt.hpp"
#include "sim/report/html/chart_heat.hpp"
#include "sim/report/sweep/pictured_figure.hpp"

namespace gpuscape {

namespace {

HeatAxis heat_axis(const AxisSpec& axis) {
  HeatAxis of{.name = axis.name};
  for (const AxisValue& value : axis.values) of.values.push_back(value.label);
  return of;
}

std::size_t longest_label(const AxisSpec& axis) {
  std::size_t most = 0;
  for (const AxisValue& value : axis.values) most = std::max(most, value.label.size());
  return most;
}

std::string label_of(const FoundDesign& found, const AxisSpec& axis) {
  const auto at =
      std::ranges::find(found.of, axis.name, &std::pair<std::string, std::string>::first);
  return at == found.of.end() ? "" : at->second;
}

HeatCell heat_cell(const FoundDesign& found, const std::string& by) {
  HeatCell cell;
  const RunRecord* shown = found.best != nullptr ? found.best : found.closest;
  const Figure* figure = shown == nullptr ? nullptr : shown->figure(by);
  if (figure == nullptr) {
    cell.mark = found.infeasible == found.designs ? HeatMark::does_not_fit : HeatMark::not_run;
    return cell;
  }
  cell.value = figure->value;
  cell.told = fmt::format("{}: {}", shown->design_name(), figure_text(*figure, shown->currency));
  if (found.best == nullptr) cell.mark = HeatMark::does_not_meet;
  return cell;
}

/// Marks the best of the cells whose design meets what is asked, and those that equal it.
void mark_best(std::vector<HeatCell>& cells, FindGoal goal) {
  std::optional<double> best;
  for (const HeatCell& cell : cells) {
    if (!cell.value || cell.mark != HeatMark::none) continue;
    const double value = *cell.value;
    if (!best || (goal == FindGoal::largest ? value > *best : value < *best)) best = value;
  }
  if (!best) return;
  for (HeatCell& cell : cells) cell.is_best = cell.mark == HeatMark::none && cell.value == best;
}

}  // namespace

std::string heat_picture(const SweepReport& report, const AxisSpec& first, const AxisSpec& second,
                         const std::string& id) {
  // Long names are read more easily beside a row than above a column.
  const bool swaps = longest_label(second) > longest_label(first);
  const AxisSpec& down = swaps ? second : first;
  const AxisSpec& across = swaps ? first : second;
  FindSpec find = pictured_find(report.space);
  find.for_each = {first.name, second.name};
  std::map<std::pair<std::string, std::string>, HeatCell> found;
  for (const FoundDesign& one : find_best(report.space, find, report.outcome.records))
    found[{label_of(one, down), label_of(one, across)}] = heat_cell(one, find.by);
  std::vector<HeatCell> cells;
  for (const AxisValue& row : down.values) {
    for (const AxisValue& column : across.values) {
      const auto at = found.find({row.label, column.label});
      HeatCell cell = at == found.end() ? HeatCell{.mark = HeatMark::not_run} : at->second;
      if (cell.told.empty())
        cell.told = fmt::format("{} {}, {} {}", first.name, swaps ? column.label : row.label,
                                second.name, swaps ? row.label : column.label);
      cells.push_back(std::move(cell));
    }
  }
  mark_best(cells, find.goal);
  const std::string words = words_of_figure(find.by, currency_of(report.outcome));
  return heat_chart(
      {.id = id,
       .title = fmt::format("{} by {} and {}", words, excerpt(first.name), excerpt(second.name)),
       .about =
           fmt::format("A cell for each pair of values of {} and {}: the {} of the best design "
                       "that has both. Darker cells are larger values.",
                       excerpt(down.name), excerpt(across.name), words),
       .axis = words,
       .unit = unit_of_figure(find.by)},
      heat_axis(down), heat_axis(across), cells);
}

}  // namespace gpuscape
