#include "sim/report/sweep/sweep_pictures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/report/format/text_lines.hpp"
#include "sim/report/html/chart_bars.hpp"
#include "sim/report/html/chart_scatter.hpp"
#include "sim/report/html/chart_style.hpp"
#include "sim/study/metrics/metrics.hpp"

namespace gpuscape {

namespace {

constexpr std::size_t kMostBars = 60;
constexpr std::size_t kMostPoints = 500;
constexpr const char* kPicturedWait = "queue_wait_p95_s";

/// What is looked for; without `find` the shortest wait.
FindSpec pictured_find(const DesignSpace& space) {
  FindSpec shortest;
  shortest.goal = FindGoal::smallest;
  shortest.by = kPicturedWait;
  FindSpec find = space.find().value_or(shortest);
  if (find.by.empty()) find.by = kPicturedWait;
  find.axes.clear();
  return find;
}

AxisUnit unit_of(const std::string& figure) {
  const auto found = std::ranges::find(metrics(), figure, &Metric::key);
  if (found == metrics().end()) return AxisUnit::number;
  if (found->is_time()) return AxisUnit::time;
  if (found->print == MetricPrint::share) return AxisUnit::share;
  return found->print == MetricPrint::money ? AxisUnit::money : AxisUnit::number;
}

std::string plain_name(const std::string& name) {
  std::string plain = name.substr(0, 40);
  for (char& c : plain)
    if ((c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z')) c = '-';
  return plain;
}

/// The best design at each value of an axis, whatever the other axes are.
std::string axis_picture(const SweepReport& report, const AxisSpec& axis) {
  FindSpec find = pictured_find(report.space);
  find.for_each = {axis.name};
  std::vector<IntervalRow> rows;
  for (const FoundDesign& found : find_best(report.space, find, report.outcome.records)) {
    IntervalRow& row = rows.emplace_back();
    row.name = found.of.empty() ? "" : found.of.front().second;
    row.text = "none meets";
    const Figure* figure = found.best == nullptr ? nullptr : found.best->figure(find.by);
    if (figure == nullptr) continue;
    row.text = figure_text(*figure, found.best->currency);
    row.value = figure->value;
    row.low = figure->low;
    row.high = figure->high;
  }
  return interval_chart(
      {.id = "axis",
       .title = fmt::format("{} by {}", find.by, axis.name),
       .about =
           fmt::format("A bar for each of {} of {} with the {} of the best design that has it, "
                       "and a line across its interval. The values are printed next to the "
                       "bars.",
                       quantity(std::ssize(rows), "value"), axis.name, find.by),
       .axis = fmt::format("{} of the best design; lines: intervals", find.by),
       .unit = unit_of(find.by)},
      rows);
}

std::string cost_wait_picture(const SweepReport& report) {
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
  if (points.size() > kMostPoints) return "";
  mark_efficient(points);
  return scatter_chart({.id = "cost-wait",
                        .title = "Cost against p95 queue wait",
                        .about = "A point for each design that is not overloaded, by its number in "
                                 "runs.csv.",
                        .axis = fmt::format("total cost ({})", currency),
                        .unit = AxisUnit::money},
                       "p95 queue wait", AxisUnit::time, points);
}

}  // namespace

std::vector<SweepPicture> sweep_pictures(const SweepReport& report) {
  std::vector<SweepPicture> pictures;
  const auto add = [&](std::string name, const std::string& figure) {
    if (figure.empty()) return;
    std::string svg = chart_file(figure);
    // So that a later sweep may take its place: refuse_foreign_drawing looks for it.
    svg.insert(svg.find('>') + 1, "\n<!-- written by gpuscape -->");
    pictures.push_back({std::move(name), std::move(svg)});
  };
  for (std::size_t i = 0; i < report.space.axes().size(); ++i) {
    const AxisSpec& axis = report.space.axes()[i];
    if (axis.values.size() < 2 || axis.values.size() > kMostBars) continue;
    add(fmt::format("axis-{}-{}.svg", i + 1, plain_name(axis.name)), axis_picture(report, axis));
  }
  add("cost-wait.svg", cost_wait_picture(report));
  return pictures;
}

}  // namespace gpuscape
