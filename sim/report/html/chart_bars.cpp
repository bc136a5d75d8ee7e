#include "sim/report/html/chart_bars.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "sim/report/html/chart_frame.hpp"

namespace gpuscape {

namespace {

constexpr double kBarsLeft = 186.0;
constexpr double kBarsRight = 500.0;
constexpr double kBarTextAt = 512.0;
constexpr std::size_t kMostBarName = 24;
constexpr int kMostBarMarks = 6;

/// How high a row is: fifty designs fit on a page.
double row_height(std::size_t rows) { return rows <= 12 ? 28.0 : rows <= 30 ? 21.0 : 17.0; }

/// The rows of a picture below each other, with the axis above and below them.
class BarRows {
 public:
  BarRows(const ChartAxis& axis, double top, std::size_t rows)
      : axis_(axis), top_(top), each_(row_height(rows)), rows_(rows) {}

  [[nodiscard]] double x(double value) const {
    return kBarsLeft + (kBarsRight - kBarsLeft) * axis_.part(value);
  }
  [[nodiscard]] double top_of(std::size_t row) const {
    return top_ + each_ * static_cast<double>(row);
  }
  [[nodiscard]] double middle_of(std::size_t row) const { return top_of(row) + each_ / 2.0; }
  [[nodiscard]] double bar_height() const { return std::round(0.62 * each_); }
  [[nodiscard]] double bottom() const { return top_of(rows_); }
  [[nodiscard]] double height() const { return bottom() + 44.0; }

  [[nodiscard]] std::string axis(const std::string& title) const {
    std::string svg;
    for (const double mark : axis_.marks) {
      svg += fmt::format("<path class=\"{}\" d=\"M{:.1f} {:.1f}V{:.1f}\"/>\n",
                         mark == 0.0 ? "axis" : "grid", x(mark), top_ - 2.0, bottom());
      svg += chart_text("tick", x(mark), bottom() + 16.0, axis_text(mark, axis_.unit), "middle");
    }
    return svg + chart_text("axis-title", (kBarsLeft + kBarsRight) / 2.0, bottom() + 36.0, title,
                            "middle");
  }

  [[nodiscard]] std::string row(std::size_t row, const std::string& name, bool is_baseline,
                                const std::string& text) const {
    const double base = middle_of(row) + 4.0;
    return chart_name(kBarsLeft - 10.0, base, name, is_baseline ? kMostBarName - 9 : kMostBarName,
                      is_baseline ? " (baseline)" : "", "end") +
           chart_text("value", kBarTextAt, base, text);
  }

  [[nodiscard]] std::string bar(std::size_t row, double from, double to, std::size_t pattern,
                                const std::string& told) const {
    const double left = x(std::min(from, to));
    const double width = std::abs(x(to) - x(from));
    return chart_rect(left, middle_of(row) - bar_height() / 2.0, width, bar_height(), pattern,
                      told);
  }

 private:
  const ChartAxis& axis_;
  double top_;
  double each_;
  std::size_t rows_;
};

/// The line of an interval, with an end mark where it ends within the picture.
std::string whisker(const BarRows& rows, std::size_t row, double low, double high, double most) {
  const double y = rows.middle_of(row);
  const double cap = rows.bar_height() / 4.0;
  const bool goes_on = high > most * (1.0 + 1e-9);
  std::string path = fmt::format("M{:.1f} {:.1f}V{:.1f}M{:.1f} {:.1f}H{:.1f}", rows.x(low), y - cap,
                                 y + cap, rows.x(low), y, rows.x(high));
  path += goes_on ? fmt::format("m-5 -4l5 4l-5 4")
                  : fmt::format("M{:.1f} {:.1f}V{:.1f}", rows.x(high), y - cap, y + cap);
  return fmt::format("<path class=\"whisker\" d=\"{}\"/>\n", path);
}

/// What the longest interval may take of the picture beyond the longest bar.
double axis_end(const std::vector<IntervalRow>& rows) {
  constexpr double kMostTimesValue = 2.5;
  double value = 0.0;
  double high = 0.0;
  for (const IntervalRow& row : rows) {
    if (!row.value) continue;
    value = std::max(value, *row.value);
    high = std::max({high, *row.value, row.high.value_or(0.0)});
  }
  return std::min(high, kMostTimesValue * value);
}

/// Names of parts with what they are filled with, in lines.
struct Legend {
  std::string svg;
  double height = 0.0;
};

Legend legend_of(const std::vector<std::string>& parts) {
  constexpr double kLine = 22.0;
  Legend legend;
  double x = 4.0;
  double y = 16.0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const double width = 40.0 + chart_text_width(parts[i]);
    if (x > 4.0 && x + width > kChartWidth) {
      x = 4.0;
      y += kLine;
    }
    legend.svg += chart_rect(x, y - 11.0, 18.0, 13.0, i, parts[i]);
    legend.svg += chart_text("key", x + 24.0, y, parts[i]);
    x += width;
  }
  legend.height = y + 18.0;
  return legend;
}

/// Drops parts that are 0 in all rows; puts together the smallest of too many.
void merge_parts(std::vector<std::string>& parts, std::vector<StackRow>& rows) {
  const auto weight = [&](std::size_t part) {
    double sum = 0.0;
    for (const StackRow& row : rows) sum += std::abs(row.parts[part]);
    return sum;
  };
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (weight(i) > 0.0) kept.push_back(i);
  std::vector<std::size_t> merged;
  while (kept.size() + (merged.empty() ? 0 : 1) > kChartPatterns) {
    const auto least = std::ranges::min_element(kept, {}, weight);
    merged.push_back(*least);
    kept.erase(least);
  }
  std::vector<std::string> names;
  names.reserve(kept.size() + 1);
  for (const std::size_t i : kept) names.push_back(parts[i]);
  if (!merged.empty()) names.emplace_back("other");
  for (StackRow& row : rows) {
    std::vector<double> values;
    values.reserve(names.size());
    for (const std::size_t i : kept) values.push_back(row.parts[i]);
    if (!merged.empty())
      values.push_back(
          std::accumulate(merged.begin(), merged.end(), 0.0,
                          [&](double sum, std::size_t i) { return sum + row.parts[i]; }));
    row.parts = std::move(values);
  }
  parts = std::move(names);
}

/// The sum of what is paid, or of what is got back.
double sum_of(const StackRow& row, bool positive) {
  double sum = 0.0;
  for (const double part : row.parts)
    if ((part > 0.0) == positive) sum += part;
  return sum;
}

}  // namespace

std::string interval_chart(const ChartWords& words, const std::vector<IntervalRow>& rows) {
  const double end = axis_end(rows);
  if (!(end > 0.0)) return "";
  const ChartAxis axis(0.0, end, words.unit, kMostBarMarks);
  const BarRows place(axis, 10.0, rows.size());
  std::string svg = place.axis(words.axis);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const IntervalRow& row = rows[i];
    svg += place.row(i, row.name, row.is_baseline, row.text);
    if (!row.value) continue;
    svg += place.bar(i, 0.0, *row.value, row.is_baseline ? 1 : 0, row.name + ": " + row.text);
    if (row.low && row.high && *row.low < *row.high)
      svg += whisker(place, i, *row.low, *row.high, axis.high);
  }
  return chart_figure(words, place.height(), svg);
}

std::string stack_chart(const ChartWords& words, std::vector<std::string> parts,
                        std::vector<StackRow> rows) {
  merge_parts(parts, rows);
  if (parts.empty()) return "";
  double least = 0.0;
  double most = 0.0;
  for (const StackRow& row : rows) {
    least = std::min(least, sum_of(row, false));
    most = std::max(most, sum_of(row, true));
  }
  const Legend legend = legend_of(parts);
  const ChartAxis axis(least, most, words.unit, kMostBarMarks);
  const BarRows place(axis, legend.height, rows.size());
  std::string svg = legend.svg + place.axis(words.axis);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const StackRow& row = rows[i];
    svg += place.row(i, row.name, row.is_baseline, row.text);
    double up = 0.0;
    double down = 0.0;
    for (std::size_t part = 0; part < parts.size(); ++part) {
      if (row.parts[part] == 0.0) continue;
      double& from = row.parts[part] > 0.0 ? up : down;
      svg += place.bar(
          i, from, from + row.parts[part], part,
          fmt::format("{}, {}: {}", row.name, parts[part], axis_text(row.parts[part], words.unit)));
      from += row.parts[part];
    }
  }
  return chart_figure(words, place.height(), svg);
}

}  // namespace gpuscape
