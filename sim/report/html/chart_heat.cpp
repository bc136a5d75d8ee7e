#include "sim/report/html/chart_heat.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "sim/base/excerpt.hpp"
#include "sim/report/html/chart_frame.hpp"
#include "sim/report/html/heat_scale.hpp"
#include "sim/report/html/html_text.hpp"

namespace gpuscape {

namespace {

constexpr double kHeatRight = 744.0;
constexpr double kScaleTop = 26.0;
constexpr double kScaleHeight = 12.0;
constexpr double kScaleWidth = 300.0;
constexpr double kLeastLabelStep = 11.5;  // of names below each other, in user units
constexpr std::size_t kMostCellName = 18;

/// Of the marks but the first.
constexpr std::array<const char*, 3> kMarkWords{"does not meet", "does not fit", "not run"};

double widest(const std::vector<std::string>& names) {
  double width = 0.0;
  for (const std::string& name : names)
    width = std::max(width, chart_text_width(excerpt(name, kMostCellName)));
  return width;
}

std::string axis_name(const HeatAxis& axis) { return excerpt(axis.name, kMostCellName); }
double name_width(const HeatAxis& axis) { return chart_text_width(axis_name(axis) + " ↓"); }

/// Where the cells lie.
struct HeatGrid {
  HeatGrid(const HeatAxis& of_rows, const HeatAxis& of_columns, double from)
      : rows(of_rows.values.size()), columns(of_columns.values.size()) {
    left = std::max({64.0, widest(of_rows.values) + 14.0, name_width(of_rows) + 24.0});
    width = std::min(96.0, (kHeatRight - left) / static_cast<double>(columns));
    height = std::clamp(std::min(width, 420.0 / static_cast<double>(rows)), 14.0, 30.0);
    is_upright = widest(of_columns.values) + 6.0 > width;
    top = from + (is_upright ? widest(of_columns.values) + 10.0 : 20.0);
  }
  std::size_t rows, columns;
  double left = 0.0, top = 0.0;
  double width = 0.0, height = 0.0;  // of a cell
  bool is_upright = false;           // names of columns are turned
  [[nodiscard]] double x(std::size_t column) const {
    return left + width * static_cast<double>(column);
  }
  [[nodiscard]] double y(std::size_t row) const { return top + height * static_cast<double>(row); }
  [[nodiscard]] double bottom() const { return y(rows); }
};

/// Every how many names there is room for one.
std::size_t label_step(double each) {
  return static_cast<std::size_t>(std::max(1.0, std::ceil(kLeastLabelStep / each)));
}

std::string names_svg(const HeatGrid& grid, const HeatAxis& rows, const HeatAxis& columns) {
  std::string svg;
  for (std::size_t i = 0; i < grid.rows; i += label_step(grid.height))
    svg += chart_name(grid.left - 6.0, grid.y(i) + grid.height / 2.0 + 4.0, rows.values[i],
                      kMostCellName, "", "end");
  const std::size_t step = grid.is_upright ? label_step(grid.width) : 1;
  for (std::size_t i = 0; i < grid.columns; i += step) {
    const double x = grid.x(i) + grid.width / 2.0;
    if (!grid.is_upright) {
      svg += chart_name(x, grid.top - 6.0, columns.values[i], kMostCellName, "", "middle");
      continue;
    }
    svg += fmt::format("<g transform=\"translate({:.1f} {:.1f}) rotate(-90)\">\n{}</g>\n", x + 4.0,
                       grid.top - 6.0,
                       chart_name(0.0, 0.0, columns.values[i], kMostCellName, "", "start"));
  }
  return svg;
}

std::string mark_svg(HeatMark mark, double x, double y, const char* kind) {
  constexpr std::array<const char*, 3> kMarks{"m-3.5 -3.5l7 7m-7 0l7 -7", "m-4 4l8 -8", "m-3 0h6"};
  return fmt::format("<path class=\"{}\" d=\"M{:.1f} {:.1f}{}\"/>\n", kind, x, y,
                     kMarks.at(static_cast<std::size_t>(mark) - 1));
}

std::string cell_svg(const HeatGrid& grid, std::size_t row, std::size_t column,
                     const HeatCell& cell, const HeatScale& scale, AxisUnit unit) {
  const double x = grid.x(column);
  const double y = grid.y(row);
  const double middle = x + grid.width / 2.0;
  const bool has_value = cell.value && std::isfinite(*cell.value);
  const double part = has_value ? scale.part(*cell.value) : 0.0;
  std::string svg = fmt::format(
      "<rect class=\"cell\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" "
      "fill=\"{}\"><title>{}</title></rect>\n",
      x, y, grid.width, grid.height, has_value ? heat_colour(part) : "none", html_text(cell.told));
  const char* const kind = !has_value ? "gap" : is_dark(part) ? "gap-on-dark" : "gap-on-pale";
  const std::string text = has_value ? heat_text(*cell.value, unit) : "";
  const bool is_marked = cell.mark != HeatMark::none;
  // The mark stands behind the value where both have room, else alone.
  constexpr double kMarkWidth = 12.0;
  const double needed = chart_text_width(text) + 4.0 + (is_marked ? kMarkWidth : 0.0);
  const bool is_told = !text.empty() && grid.height >= 15.0 && needed <= grid.width;
  const double base = y + grid.height / 2.0;
  if (is_told)
    svg += chart_text(is_dark(part) ? "on-dark" : "on-pale",
                      middle - (is_marked ? kMarkWidth / 2.0 : 0.0), base + 4.0, text, "middle");
  if (is_marked)
    svg +=
        mark_svg(cell.mark, is_told ? x + grid.width - kMarkWidth / 2.0 - 2.0 : middle, base, kind);
  return svg;
}

/// The colours with their marks, and what marks in cells mean.
std::string legend_svg(const ChartWords& words, const HeatScale& scale,
                       const std::vector<HeatCell>& cells, double left) {
  constexpr int kSteps = 60;
  std::string svg = chart_text("axis-title", left, kScaleTop - 10.0,
                               words.axis + (scale.is_logarithmic() ? ", logarithmic" : ""));
  for (int i = 0; i < kSteps; ++i)
    svg += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"/>\n",
        left + kScaleWidth * i / kSteps, kScaleTop, kScaleWidth / kSteps + 0.4, kScaleHeight,
        heat_colour((i + 0.5) / kSteps));
  double taken = 0.0;
  for (const double mark : scale.marks()) {
    const double x = left + kScaleWidth * scale.part(mark);
    const std::string text = heat_text(mark, words.unit);
    const double half = chart_text_width(text) / 2.0 + 3.0;
    if (x - half < taken) continue;
    taken = x + half;
    svg +=
        fmt::format("<path class=\"axis\" d=\"M{:.1f} {:.1f}v5\"/>\n", x, kScaleTop + kScaleHeight);
    svg += chart_text("tick", x, kScaleTop + kScaleHeight + 17.0, text, "middle");
  }
  double x = left + kScaleWidth + 40.0;
  if (std::ranges::any_of(cells, &HeatCell::is_best)) {
    svg += fmt::format(
        "<rect class=\"best\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"16\" height=\"12\" "
        "fill=\"none\"/>\n",
        x - 8.0, kScaleTop);
    svg += chart_text("key", x + 14.0, kScaleTop + 10.0, "best");
    x += 60.0;
  }
  for (std::size_t i = 0; i < kMarkWords.size(); ++i) {
    const auto mark = static_cast<HeatMark>(i + 1);
    if (std::ranges::find(cells, mark, &HeatCell::mark) == cells.end()) continue;
    svg += mark_svg(mark, x, kScaleTop + 6.0, "gap") +
           chart_text("key", x + 12.0, kScaleTop + 10.0, kMarkWords.at(i));
    x += 30.0 + chart_text_width(kMarkWords.at(i));
  }
  return svg;
}

std::string best_svg(const HeatGrid& grid, const std::vector<HeatCell>& cells) {
  std::string svg;
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (cells[i].is_best)
      svg += fmt::format(
          "<rect class=\"best\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" "
          "fill=\"none\"/>\n",
          grid.x(i % grid.columns), grid.y(i / grid.columns), grid.width, grid.height);
  return svg;
}

}  // namespace

std::string heat_chart(const ChartWords& words, const HeatAxis& rows, const HeatAxis& columns,
                       const std::vector<HeatCell>& cells) {
  std::vector<double> values;
  for (const HeatCell& cell : cells)
    if (cell.value && std::isfinite(*cell.value)) values.push_back(*cell.value);
  if (values.empty()) return "";
  const HeatScale scale(values, words.unit);
  constexpr double kTitleTop = 78.0;
  const HeatGrid grid(rows, columns, kTitleTop);
  std::string svg = legend_svg(words, scale, cells, 16.0);
  svg += chart_text("axis-title", grid.left, kTitleTop, axis_name(columns) + " →");
  svg += chart_text("axis-title", 16.0, grid.top - 6.0, axis_name(rows) + " ↓");
  svg += names_svg(grid, rows, columns);
  for (std::size_t i = 0; i < cells.size(); ++i)
    svg += cell_svg(grid, i / grid.columns, i % grid.columns, cells[i], scale, words.unit);
  svg += best_svg(grid, cells);
  return chart_figure(words, grid.bottom() + 14.0, svg);
}

}  // namespace gpuscape
