#include "sim/report/html/chart_scatter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <set>
#include <utility>

#include "sim/base/excerpt.hpp"
#include "sim/report/html/chart_frame.hpp"
#include "sim/report/html/html_text.hpp"

namespace gpuscape {

namespace {

constexpr double kScatterLeft = 76.0;
constexpr double kScatterRight = 740.0;
constexpr double kScatterTop = 56.0;
constexpr double kScatterBottom = 380.0;
constexpr std::size_t kMostPointName = 24;
/// Of more points only the efficient ones have a name in the picture.
constexpr std::size_t kMostNamedPoints = 60;
/// Of more points the others are dots, one for those that lie on each other.
constexpr std::size_t kMostOpenPoints = 500;

struct Box {
  double left = 0.0, top = 0.0, right = 0.0, bottom = 0.0;
  [[nodiscard]] bool meets(const Box& other) const {
    return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
  }
};

bool beats(const ScatterPoint& one, const ScatterPoint& other) {
  return one.x <= other.x && one.y <= other.y && (one.x < other.x || one.y < other.y);
}

/// Filled diamonds are efficient; open circles are beaten; open squares are not judged.
std::string point_mark(const ScatterPoint& point, double x, double y) {
  std::string shape;
  if (point.is_efficient)
    shape =
        fmt::format("<path class=\"efficient\" d=\"M{:.1f} {:.1f}l7 7l-7 7l-7 -7Z\">", x, y - 7.0);
  else if (point.is_judged)
    shape = fmt::format(
        "<path class=\"beaten\" d=\"M{:.1f} {:.1f}a5 5 0 1 0 10 0a5 5 0 1 0 -10 0Z\">", x - 5.0, y);
  else
    shape = fmt::format("<path class=\"beaten\" d=\"M{:.1f} {:.1f}h9v9h-9Z\">", x - 4.5, y - 4.5);
  if (!point.text.empty())
    shape += fmt::format("<title>{}: {}</title>", html_text(point.name), html_text(point.text));
  return shape + "</path>\n";
}

/// Places texts beside points so that they do not lie on each other.
class PointLabels {
 public:
  void keep_free(const Box& box) { taken_.push_back(box); }

  /// Empty where there is no room at any side.
  std::string put(const std::string& text, std::size_t most, double x, double y) {
    const double width = chart_text_width(excerpt(text, most)) + 4.0;
    const Box sides[] = {{x + 9.0, y - 8.0, x + 9.0 + width, y + 8.0},
                         {x - 9.0 - width, y - 8.0, x - 9.0, y + 8.0},
                         {x - width / 2.0, y - 25.0, x + width / 2.0, y - 9.0},
                         {x - width / 2.0, y + 9.0, x + width / 2.0, y + 25.0}};
    const Box* chosen = nullptr;
    for (const Box& side : sides) {
      if (side.left < kScatterLeft || side.right > kChartWidth || side.top < kScatterTop - 20.0)
        continue;
      if (side.bottom > kScatterBottom + 8.0) continue;  // the marks of the axis are there
      if (std::ranges::any_of(taken_, [&](const Box& box) { return box.meets(side); })) continue;
      chosen = &side;
      break;
    }
    if (chosen == nullptr) return "";
    taken_.push_back(*chosen);
    return chart_name(chosen->left + 2.0, chosen->bottom - 4.0, text, most, "", "start");
  }

 private:
  std::vector<Box> taken_;
};

/// Number and name, or the number alone, or nothing where there is no room.
std::string label_of(const ScatterPoint& point, double x, double y, PointLabels& labels) {
  const std::string number = fmt::format("{}", point.number);
  const std::string label = labels.put(number + " " + point.name, kMostPointName, x, y);
  return label.empty() ? labels.put(number, kMostPointName, x, y) : label;
}

/// Points that are not efficient, as dots.
std::string dots_svg(const std::vector<std::pair<double, double>>& places) {
  std::set<std::pair<long, long>> drawn;
  std::string path;
  for (const auto& [x, y] : places)
    if (drawn.emplace(std::lround(x), std::lround(y)).second)
      path += fmt::format("M{} {}h0", std::lround(x), std::lround(y));
  return fmt::format("<path class=\"dots\" d=\"{}\"/>\n", path);
}

/// What no design gets below, as steps from each efficient one to the next.
std::string front_svg(std::vector<std::pair<double, double>> efficient) {
  if (efficient.size() < 2) return "";
  std::ranges::sort(efficient);
  std::string path =
      fmt::format("M{:.1f} {:.1f}", efficient.front().first, efficient.front().second);
  for (std::size_t i = 1; i < efficient.size(); ++i)
    path += fmt::format("H{:.1f}V{:.1f}", efficient[i].first, efficient[i].second);
  return fmt::format("<path class=\"front\" d=\"{}\"/>\n", path);
}

std::string scatter_legend(bool as_dots, bool any_unjudged) {
  const auto key = [](double x, bool efficient, bool judged, const char* text) {
    ScatterPoint point;
    point.is_efficient = efficient;
    point.is_judged = judged;
    return point_mark(point, x, 16.0) + chart_text("key", x + 14.0, 20.0, text);
  };
  std::string svg = key(14.0, true, true,
                        "efficient: no other design is lower in one and not higher in the other");
  svg += as_dots ? dots_svg({{480.0, 16.0}}) + chart_text("key", 494.0, 20.0, "other designs")
                 : key(480.0, false, true, "other designs");
  if (any_unjudged) svg += key(600.0, false, false, "not all counted");
  return svg;
}

/// All points, the efficient ones above the others, and the names of those that have room.
std::string points_svg(std::span<const ScatterPoint> points, const std::function<double(double)>& x,
                       const std::function<double(double)>& y) {
  const bool as_dots = points.size() > kMostOpenPoints;
  const bool names_all = points.size() <= kMostNamedPoints;
  PointLabels labels;
  std::vector<std::pair<double, double>> efficient, others;
  for (const ScatterPoint& point : points) {
    const std::pair<double, double> at(x(point.x), y(point.y));
    (point.is_efficient ? efficient : others).push_back(at);
    if (point.is_efficient || !as_dots)
      labels.keep_free({at.first - 7.0, at.second - 7.0, at.first + 7.0, at.second + 7.0});
  }
  std::string svg = (as_dots ? dots_svg(others) : "") + front_svg(efficient);
  for (const bool is_efficient : {false, true})
    for (const ScatterPoint& point : points)
      if (point.is_efficient == is_efficient && (is_efficient || !as_dots))
        svg += point_mark(point, x(point.x), y(point.y));
  for (const bool is_efficient : {true, false})
    for (const ScatterPoint& point : points)
      if (point.is_efficient == is_efficient && (is_efficient || names_all))
        svg += label_of(point, x(point.x), y(point.y), labels);
  return svg;
}

}  // namespace

void mark_efficient(std::span<ScatterPoint> points) {
  for (ScatterPoint& point : points)
    point.is_efficient =
        point.is_judged && std::ranges::none_of(points, [&](const ScatterPoint& other) {
          return other.is_judged && beats(other, point);
        });
}

std::string scatter_chart(const ChartWords& words, const std::string& y_axis, AxisUnit unit,
                          std::span<const ScatterPoint> points) {
  if (points.size() < 2) return "";
  const double x_most = std::ranges::max(points, {}, &ScatterPoint::x).x;
  const double y_most = std::ranges::max(points, {}, &ScatterPoint::y).y;
  const double y_least = std::min(0.0, std::ranges::min(points, {}, &ScatterPoint::y).y);
  const ChartAxis across(0.0, x_most, words.unit, 7);
  const ChartAxis upwards(y_least, y_most, unit, 6);
  const auto x = [&](double value) {
    return kScatterLeft + (kScatterRight - kScatterLeft - 24.0) * across.part(value);
  };
  const auto y = [&](double value) {
    return kScatterBottom - (kScatterBottom - kScatterTop) * upwards.part(value);
  };
  std::string svg = scatter_legend(
      points.size() > kMostOpenPoints,
      std::ranges::any_of(points, [](const ScatterPoint& one) { return !one.is_judged; }));
  for (const double mark : upwards.marks) {
    svg += fmt::format("<path class=\"{}\" d=\"M{:.1f} {:.1f}H{:.1f}\"/>\n",
                       mark == 0.0 ? "axis" : "grid", kScatterLeft, y(mark), kScatterRight);
    svg += chart_text("tick", kScatterLeft - 8.0, y(mark) + 4.0, axis_text(mark, unit), "end");
  }
  for (const double mark : across.marks) {
    svg += fmt::format("<path class=\"{}\" d=\"M{:.1f} {:.1f}V{:.1f}\"/>\n",
                       mark == 0.0 ? "axis" : "grid", x(mark), kScatterTop, kScatterBottom);
    svg +=
        chart_text("tick", x(mark), kScatterBottom + 16.0, axis_text(mark, words.unit), "middle");
  }
  svg += chart_text("axis-title", kScatterLeft - 68.0, kScatterTop - 12.0, y_axis);
  svg += chart_text("axis-title", (kScatterLeft + kScatterRight) / 2.0, kScatterBottom + 36.0,
                    words.axis, "middle");
  svg += points_svg(points, x, y);
  return chart_figure(words, kScatterBottom + 48.0, svg);
}

}  // namespace gpuscape
