#include "sim/report/format/svg_panel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "sim/base/excerpt.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/base/xml_character.hpp"

namespace gpuscape {

namespace {

constexpr std::string_view kStyle = R"(<style>
text{font-family:system-ui,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;fill:#33383f}
.title{font-size:18px;font-weight:600}.sub{font-size:13px;fill:#69707a}.head{font-size:13px;font-weight:600}
.tick{font-size:12px;fill:#69707a}.key{font-size:12px}
.grid{stroke:#e4e7eb;fill:none}.axis{stroke:#8a919b;fill:none}.level{stroke:#33383f;stroke-dasharray:5 4;fill:none}
.band{fill:#8a919b;fill-opacity:.25}
</style>
)";

}  // namespace

std::string svg_begin(double height, double width) {
  return fmt::format(
             R"(<svg xmlns="http://www.w3.org/2000/svg" width="{2}" height="{0}" viewBox="0 0 {2} {0}" role="img">)"
             "\n<!-- written by gpuscape -->\n{1}",
             height, kStyle, width) +
         fmt::format("<rect width=\"{}\" height=\"{}\" fill=\"#ffffff\"/>\n", width, height);
}

std::string xml_text(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t size = utf8_character_size(text.substr(at));
    const std::string_view character = text.substr(at, size);
    at += size == 0 ? 1 : size;
    if (character == "&")
      result += "&amp;";
    else if (character == "<")
      result += "&lt;";
    else if (character == ">")
      result += "&gt;";
    else if (character == "\"")
      result += "&quot;";
    else if (size == 1 && static_cast<unsigned char>(character.front()) < 0x20U)
      continue;
    else
      result += is_xml_character(character) ? character : kReplacement;
  }
  return result;
}

double tick_step(double range, int most) {
  const double least = range / most;
  const double power = std::pow(10.0, std::floor(std::log10(least)));
  for (const double step : {1.0, 2.0, 5.0}) {
    if (step * power >= least * (1.0 - 1e-9)) return step * power;
  }
  return 10.0 * power;
}

std::string tick_text(double value) {
  const double rounded = std::round(value);
  if (std::abs(value - rounded) < 1e-9) return human_count(static_cast<std::int64_t>(rounded));
  return fmt::format("{:.3g}", value);
}

std::vector<double> tick_values(double end, double step) {
  const auto steps = static_cast<std::size_t>(end * (1.0 + 1e-9) / step);
  std::vector<double> values(steps + 1);
  for (std::size_t i = 0; i <= steps; ++i) values[i] = step * static_cast<double>(i);
  return values;
}

namespace {

std::string at(double x, double y) { return fmt::format("{:.1f} {:.1f}", x, y); }

}  // namespace

std::string SvgPanel::value_axis(std::string_view title, double least_step) const {
  std::string svg;
  const double step = std::max(least_step, tick_step(y_end_, 5));
  for (const double value : tick_values(y_end_, step)) {
    svg += fmt::format("<path class=\"{}\" d=\"M{} h{:.1f}\"/>\n", value == 0.0 ? "axis" : "grid",
                       at(box_.left, y(value)), box_.width);
    svg += fmt::format(
        "<text class=\"tick\" x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n",
        box_.left - 8.0, y(value) + 4.0, tick_text(value));
  }
  return svg + fmt::format("<text class=\"head\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", box_.left,
                           box_.top - 10.0, xml_text(title));
}

std::string SvgPanel::time_marks(std::span<const AxisTick> ticks) const {
  std::string svg;
  for (const AxisTick& tick : ticks)
    svg += fmt::format("<path class=\"axis\" d=\"M{} v5\"/>\n", at(x(tick.at), bottom()));
  return svg;
}

std::string SvgPanel::time_axis(std::span<const AxisTick> ticks, std::string_view title) const {
  std::string svg = time_marks(ticks);
  for (const AxisTick& tick : ticks) {
    svg += fmt::format(
        "<text class=\"tick\" x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n",
        x(tick.at), bottom() + 20.0, xml_text(tick.label));
  }
  return svg +
         fmt::format(
             "<text class=\"tick\" x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n",
             box_.left + box_.width / 2.0, bottom() + 42.0, xml_text(title));
}

std::string SvgPanel::area(std::span<const double> low, std::span<const double> high,
                           double interval, std::string_view colour) const {
  if (high.empty()) return "";
  const auto edge = [&](std::size_t i) {
    return x(std::min(x_end_, interval * static_cast<double>(i)));
  };
  std::string path = fmt::format("M{}", at(edge(0), y(low[0])));
  for (std::size_t i = 0; i < high.size(); ++i)
    path += fmt::format("V{:.1f}H{:.1f}", y(high[i]), edge(i + 1));
  for (std::size_t i = low.size(); i-- > 0;)
    path += fmt::format("V{:.1f}H{:.1f}", y(low[i]), edge(i));
  return fmt::format("<path fill=\"{}\" d=\"{}Z\"/>\n", colour, path);
}

std::string SvgPanel::curve(std::span<const double> values, double interval,
                            std::string_view colour) const {
  if (values.empty()) return "";
  std::string path = fmt::format("M{}", at(x(0.0), y(values[0])));
  for (std::size_t i = 0; i < values.size(); ++i) {
    path += fmt::format("V{:.1f}H{:.1f}", y(values[i]),
                        x(std::min(x_end_, interval * static_cast<double>(i + 1))));
  }
  return fmt::format("<path fill=\"none\" stroke=\"{}\" d=\"{}\"/>\n", colour, path);
}

std::string SvgPanel::level(double value) const {
  return fmt::format("<path class=\"level\" d=\"M{} h{:.1f}\"/>\n", at(box_.left, y(value)),
                     box_.width);
}

std::string SvgPanel::band(double until) const {
  if (!(until > 0.0)) return "";
  return fmt::format(
      "<rect class=\"band\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/>\n",
      box_.left, box_.top, x(std::min(until, x_end_)) - box_.left, box_.height);
}

}  // namespace gpuscape
