#include "sim/report/topology/way_matrix_svg.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "sim/report/format/heat_map.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/format/text_table.hpp"
#include "sim/report/topology/topology_text.hpp"
#include "sim/report/topology/way_classes.hpp"
#include "sim/report/topology/way_matrix_report.hpp"

namespace gpuscape {

namespace {

constexpr double kMapsLeft = 24.0;
constexpr double kBetweenMaps = 40.0;
constexpr double kLetterWidth = 7.0;  ///< the width of one, in the largest names
constexpr double kLeastCell = 34.0;
constexpr double kLeastMap = 430.0;

/// "5 gpu/1/gpu0" for rows and "5" for columns.
HeatMap numbered_map(const WayMatrix& matrix) {
  HeatMap map;
  std::size_t widest = 0;
  for (std::size_t i = 0; i < matrix.names.size(); ++i) {
    map.columns.push_back(fmt::format("{}", i + 1));
    map.names.push_back(fmt::format("{} {}", matrix.names[i], i + 1));
    widest = std::max(widest, display_width(map.names.back()));
  }
  map.names_width = 16.0 + kLetterWidth * static_cast<double>(widest);
  return map;
}

std::string text_at(double x, double y, std::string_view style, const std::string& text) {
  return fmt::format("<text class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", style, x, y,
                     xml_text(text));
}

/// A row for each class, at y and below.
std::string classes_svg(const WayMatrix& matrix, double y) {
  std::string svg;
  for (const WayClassSummary& summary : way_classes(matrix)) {
    svg += text_at(kMapsLeft, y, "key", std::string(way_class_name(summary.way_class)));
    svg += text_at(kMapsLeft + 90.0, y, "key",
                   fmt::format("{}: {} us, {} GB/s, by {}", quantity(summary.pairs, "pair"),
                               latency_range(summary), rate_range(summary),
                               fmt::join(summary.transports, ", ")));
    y += 20.0;
  }
  return svg;
}

}  // namespace

std::string way_matrix_svg(const WayMatrix& matrix) {
  HeatMap latency = numbered_map(matrix);
  const auto known = [&matrix](std::size_t i, std::size_t j) {
    return i != j && matrix.pairs[i][j].fault.message.empty();
  };
  HeatMap rate = latency;
  latency.title = std::string(kWayLatencyTitle);
  latency.value = [&](std::size_t i, std::size_t j) {
    return known(i, j) ? matrix.pairs[i][j].one_way.value() : 0.0;
  };
  latency.text = [](double value) { return microseconds_text(Seconds(value)); };
  rate.title = std::string(kWayRateTitle);
  rate.value = [&](std::size_t i, std::size_t j) {
    return known(i, j) ? matrix.pairs[i][j].rate.value() : 0.0;
  };
  rate.text = [](double value) { return gigabytes_text(BytesPerSecond(value)); };
  const double squares = std::max(kLeastMap - latency.names_width,
                                  kLeastCell * static_cast<double>(matrix.names.size()));
  const PanelBox first{
      .left = kMapsLeft, .top = 70.0, .width = latency.names_width + squares, .height = squares};
  PanelBox second = first;
  second.left += first.width + kBetweenMaps;
  const double below = first.top + squares + 40.0;
  const double height = below + 20.0 * static_cast<double>(way_classes(matrix).size());
  return svg_begin(height, second.left + second.width + kMapsLeft) + heat_map_svg(latency, first) +
         heat_map_svg(rate, second) + classes_svg(matrix, below) + "</svg>\n";
}

}  // namespace gpuscape
