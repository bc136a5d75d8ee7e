#include "sim/report/format/heat_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace gpuscape {

namespace {

/// From pale to dark blue by the logarithm of the value over two decades.
std::string colour_of(double value, double most) {
  struct Colour {
    double red;
    double green;
    double blue;
  };
  constexpr std::array<Colour, 3> kScale{{{234, 241, 248}, {110, 168, 214}, {17, 63, 122}}};
  const double share = std::clamp(1.0 + std::log10(value / most) / 2.0, 0.0, 1.0);
  const std::size_t part = share < 0.5 ? 0 : 1;
  const double within = share * 2.0 - static_cast<double>(part);
  const Colour& a = kScale[part];
  const Colour& b = kScale[part + 1];
  const auto mix = [&](double from, double to) {
    return static_cast<int>(std::lround(from + (to - from) * within));
  };
  return fmt::format("#{:02x}{:02x}{:02x}", mix(a.red, b.red), mix(a.green, b.green),
                     mix(a.blue, b.blue));
}

/// The names of a row and of the column of that number.
std::string name_svg(const HeatMap& map, const PanelBox& box, std::size_t number, double cell) {
  const double size = std::clamp(cell * 0.3, 7.0, 12.0);
  const double middle = (static_cast<double>(number) + 0.5) * cell;
  const auto text = [&](const std::string& name, double x, double y, const char* anchor) {
    return fmt::format(
        "<text class=\"tick\" style=\"font-size:{:.1f}px\" x=\"{:.1f}\" y=\"{:.1f}\" "
        "text-anchor=\"{}\">{}</text>\n",
        size, x, y, anchor, xml_text(name));
  };
  const std::string& column = map.columns.empty() ? map.names[number] : map.columns[number];
  return text(column, box.left + map.names_width + middle, box.top - 6.0, "middle") +
         text(map.names[number], box.left + map.names_width - 8.0, box.top + middle + size * 0.35,
              "end");
}

/// A square with its number; `box` is the square's.
std::string cell_svg(const HeatMap& map, const PanelBox& box, double value, double most) {
  const std::string fill = value > 0.0 ? colour_of(value, most) : "#f6f7f9";
  std::string svg = fmt::format(
      "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" rx=\"2\" fill=\"{}\"/>\n",
      box.left + 1.0, box.top + 1.0, box.width - 2.0, box.height - 2.0, fill);
  if (!(value > 0.0)) return svg;
  const double size = std::clamp(box.width * 0.3, 7.0, 12.0);
  return svg + fmt::format(
                   "<text style=\"font-size:{:.1f}px;fill:{}\" x=\"{:.1f}\" y=\"{:.1f}\" "
                   "text-anchor=\"middle\">{}</text>\n",
                   size, value > most * 0.13 ? "#ffffff" : "#33383f", box.left + box.width / 2.0,
                   box.top + box.height / 2.0 + size * 0.35, xml_text(map.text(value)));
}

}  // namespace

std::string heat_map_svg(const HeatMap& map, const PanelBox& box) {
  const std::size_t count = map.names.size();
  const double cell = (box.width - map.names_width) / static_cast<double>(count);
  double most = map.most;
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = 0; j < count; ++j) most = std::max(most, map.value(i, j));
  std::string svg = fmt::format("<text class=\"head\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n",
                                box.left, box.top - 26.0, xml_text(map.title));
  for (std::size_t i = 0; i < count; ++i) {
    svg += name_svg(map, box, i, cell);
    for (std::size_t j = 0; j < count; ++j)
      svg += cell_svg(map,
                      {.left = box.left + map.names_width + static_cast<double>(j) * cell,
                       .top = box.top + static_cast<double>(i) * cell,
                       .width = cell,
                       .height = cell},
                      map.value(i, j), most);
  }
  return svg;
}

}  // namespace gpuscape
