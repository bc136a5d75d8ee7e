#include "sim/report/html/chart_frame.hpp"

#include <fmt/format.h>

#include "sim/base/excerpt.hpp"
#include "sim/report/format/text_table.hpp"
#include "sim/report/html/html_text.hpp"

namespace gpuscape {

std::string chart_figure(const ChartWords& words, double height, std::string_view inside) {
  return fmt::format(
      "<figure>\n<svg class=\"chart\" viewBox=\"0 0 {:.0f} {:.0f}\" role=\"img\" "
      "aria-labelledby=\"{}-title {}-about\">\n<title id=\"{}-title\">{}</title>\n"
      "<desc id=\"{}-about\">{}</desc>\n{}</svg>\n</figure>\n",
      kChartWidth, height, words.id, words.id, words.id, html_text(words.title), words.id,
      html_text(words.about), inside);
}

std::string chart_text(std::string_view kind, double x, double y, std::string_view text,
                       std::string_view anchor) {
  return fmt::format("<text class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n",
                     kind, x, y, anchor, html_text(text));
}

std::string chart_name(double x, double y, std::string_view name, std::size_t most,
                       std::string_view behind, std::string_view anchor) {
  return fmt::format(
      "<text class=\"name\" x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\"><tspan class=\"own\">{}"
      "</tspan>{}</text>\n",
      x, y, anchor, html_text(excerpt(name, most)), html_text(behind));
}

std::string chart_rect(double x, double y, double width, double height, std::size_t pattern,
                       std::string_view told) {
  return fmt::format(
      "<rect class=\"bar\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" "
      "fill=\"url(#fill-{})\"><title>{}</title></rect>\n",
      x, y, width, height, pattern, html_text(told));
}

double chart_text_width(std::string_view text, double size) {
  return 0.56 * size * static_cast<double>(display_width(text));
}

}  // namespace gpuscape
