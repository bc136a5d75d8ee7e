#include "sim/report/sweep/sweep_pictures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/base/excerpt.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/html/chart_bars.hpp"
#include "sim/report/html/chart_scatter.hpp"
#include "sim/report/html/chart_style.hpp"
#include "sim/report/sweep/heat_pictures.hpp"
#include "sim/report/sweep/pictured_figure.hpp"

namespace gpuscape {

namespace {

constexpr std::size_t kMostBars = 60;
constexpr std::size_t kMostHeatMaps = 6;

std::string plain_name(const std::string& name) {
  std::string plain = name.substr(0, 40);
  for (char& c : plain)
    if ((c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z')) c = '-';
  return plain;
}

/// The best design at each value of an axis, whatever the other axes are.
std::string axis_picture(const SweepReport& report, const AxisSpec& axis, const std::string& id) {
  FindSpec find = pictured_find(report.space);
  find.for_each = {axis.name};
  std::vector<IntervalRow> rows;
  for (const FoundDesign& found : find_best(report.space, find, report.outcome.records)) {
    IntervalRow& row = rows.emplace_back();
    row.name = found.of.empty() ? "" : found.of.front().second;
    row.text = found.infeasible == found.designs ? "does not fit" : "none meets";
    const Figure* figure = found.best == nullptr ? nullptr : found.best->figure(find.by);
    if (figure == nullptr) continue;
    row.text = figure_text(*figure, found.best->currency);
    row.value = figure->value;
    row.low = figure->low;
    row.high = figure->high;
  }
  const std::string words = words_of_figure(find.by, currency_of(report.outcome));
  return interval_chart(
      {.id = id,
       .title = fmt::format("{} by {}", words, excerpt(axis.name)),
       .about =
           fmt::format("A bar for each of {} of {} with the {} of the best design that has it, "
                       "and a line across its interval. The values are printed next to the "
                       "bars.",
                       quantity(std::ssize(rows), "value"), excerpt(axis.name), words),
       .axis = fmt::format("{} of the best design; lines: intervals", words),
       .unit = unit_of_figure(find.by)},
      rows);
}

std::string cost_wait_picture(const SweepReport& report, const std::string& id) {
  std::vector<ScatterPoint> points;
  std::string currency;
  for (const RunRecord& record : report.outcome.records) {
    const Figure* cost = record.figure("total_cost");
    const Figure* wait = record.figure(kPicturedWait);
    if (cost == nullptr || wait == nullptr || record.overloaded) continue;
    if (!std::isfinite(cost->value) || !std::isfinite(wait->value)) continue;
    if (!currency.empty() && currency != record.currency) return "";
    currency = record.currency;
    ScatterPoint point{.name = record.design_name(), .number = points.size() + 1};
    point.number = static_cast<std::size_t>(record.index);
    point.x = cost->value;
    point.y = wait->value;
    point.text = fmt::format("{}, {}", figure_text(*cost, currency), figure_text(*wait, currency));
    point.is_judged = !record.cost_is_at_least;
    points.push_back(std::move(point));
  }
  mark_efficient(points);
  return scatter_chart({.id = id,
                        .title = "Cost against p95 queue wait",
                        .about = "A point for each design that is not overloaded, by its number in "
                                 "runs.csv.",
                        .axis = fmt::format("total cost ({})", currency),
                        .unit = AxisUnit::money},
                       "p95 queue wait", AxisUnit::time, points);
}

}  // namespace

std::vector<SweepPicture> sweep_pictures(const SweepReport& report, const std::string& id) {
  std::vector<SweepPicture> pictures;
  const auto add = [&](std::string name, std::string title, std::string figure) {
    if (!figure.empty()) pictures.push_back({std::move(name), std::move(title), std::move(figure)});
  };
  const std::string words =
      words_of_figure(pictured_find(report.space).by, currency_of(report.outcome));
  std::vector<std::size_t> drawn;
  const std::vector<AxisSpec>& axes = report.space.axes();
  for (std::size_t i = 0; i < axes.size(); ++i)
    if (axes[i].values.size() >= 2 && axes[i].values.size() <= kMostBars) drawn.push_back(i);
  for (const std::size_t i : drawn)
    add(fmt::format("axis-{}-{}", i + 1, plain_name(axes[i].name)),
        fmt::format("{} by {}", words, excerpt(axes[i].name)),
        axis_picture(report, axes[i], fmt::format("{}axis-{}", id, i + 1)));
  std::size_t maps = 0;
  for (std::size_t i = 0; i < drawn.size(); ++i)
    for (std::size_t j = i + 1; j < drawn.size() && maps < kMostHeatMaps; ++j, ++maps) {
      const std::string numbers = fmt::format("{}-{}", drawn[i] + 1, drawn[j] + 1);
      const AxisSpec& first = axes[drawn[i]];
      const AxisSpec& second = axes[drawn[j]];
      add(fmt::format("map-{}-{}-{}", numbers, plain_name(first.name), plain_name(second.name)),
          fmt::format("{} by {} and {}", words, excerpt(first.name), excerpt(second.name)),
          heat_picture(report, first, second, fmt::format("{}map-{}", id, numbers)));
    }
  add("cost-wait", "Cost against p95 queue wait", cost_wait_picture(report, id + "cost-wait"));
  return pictures;
}

std::string picture_file(const SweepPicture& picture) {
  std::string svg = chart_file(picture.figure);
  // So that a later sweep may take its place: refuse_foreign_drawing looks for it.
  svg.insert(svg.find('>') + 1, "\n<!-- written by gpuscape -->");
  return svg;
}

}  // namespace gpuscape
