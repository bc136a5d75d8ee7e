#include "sim/report/html/chart_style.hpp"

#include <fmt/format.h>

#include <array>

#include "sim/report/html/chart_bars.hpp"

namespace gpuscape {

namespace {

/// Colours of parts are told apart in light and dark alike; each has a pattern in kHatches too.
constexpr std::string_view kColours = R"(:root{color-scheme:light dark;--ground:#fff;--ink:#20252b;
--soft:#5b636e;--line:#d5dae0;--band:#f4f6f8;--good:#1c6b43;--bad:#a3261a;--hatch:#fff;
--c0:#2f66a9;--c1:#d98e1f;--c2:#2f7d5b;--c3:#8a4f9e;--c4:#b8493b;--c5:#5f8bab;--c6:#a08f2d;--c7:#4b9c86;
--c8:#a76bb5;--c9:#7b838d}
@media (prefers-color-scheme:dark){:root{--ground:#14181d;--ink:#e7ebf0;--soft:#a3acb8;--line:#38414c;
--band:#1d232a;--good:#6fcf9b;--bad:#ff9a8c;--hatch:#14181d;--c0:#6ea3e6;--c1:#f0b45a;--c2:#63bd93;
--c3:#c18fd4;--c4:#e8867a;--c5:#97bddb;--c6:#d3c25f;--c7:#86d1bd;--c8:#d6a5e2;--c9:#aeb6c0}}
)";

constexpr std::string_view kRules =
    R"(.chart{display:block;width:100%;height:auto;font-family:inherit}.chart text{fill:var(--ink);font-size:12px}
.chart .tick,.chart .axis-title{fill:var(--soft)}.chart .own{unicode-bidi:isolate}
.chart .name{unicode-bidi:isolate}
.chart .grid{stroke:var(--line);fill:none}.chart .axis{stroke:var(--soft);fill:none}
.chart .bar{stroke:var(--ink);stroke-width:.6}.chart .whisker{stroke:var(--ink);stroke-width:1.6;fill:none}
.chart .cell{stroke:var(--ground);stroke-width:1}.chart [class^=gap]{stroke:var(--soft);stroke-width:1.6;fill:none}
.chart .gap-on-dark{stroke:#fff}.chart .gap-on-pale{stroke:#14181d}
.chart .best{stroke:var(--ink);stroke-width:2.4;fill:none}.chart .on-dark{fill:#fff}.chart .on-pale{fill:#14181d}
.chart .dots{stroke:var(--soft);stroke-width:3;stroke-linecap:round;stroke-opacity:.45;fill:none}
.chart .front{stroke:var(--c0);stroke-width:1.6;fill:none}
.chart .efficient{fill:var(--c0);stroke:var(--ink)}.chart .beaten{fill:var(--ground);stroke:var(--soft);stroke-width:1.5}
)";

/// What is drawn over the colour of each pattern, in a square of 8 by 8.
constexpr std::array<std::string_view, kChartPatterns> kHatches{"",
                                                                "M-2 2l4 -4M0 8l8 -8M6 10l4 -4",
                                                                "M0 4h8",
                                                                "M-2 6l4 4M0 0l8 8M6 -2l4 4",
                                                                "M4 0v8",
                                                                "M2 2h2M6 6h2",
                                                                "M0 4h8M4 0v8",
                                                                "M0 0l8 8M0 8l8 -8",
                                                                "M0 2h4M4 6h4",
                                                                "M2 0v4M6 4v4"};

std::string fill_patterns() {
  std::string svg = "<defs>\n";
  for (std::size_t i = 0; i < kHatches.size(); ++i) {
    svg += fmt::format(
        "<pattern id=\"fill-{0}\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\">"
        "<rect width=\"8\" height=\"8\" style=\"fill:var(--c{0})\"/>",
        i);
    if (!kHatches.at(i).empty()) svg += fmt::format("<path d=\"{}\"/>", kHatches.at(i));
    svg += "</pattern>\n";
  }
  return svg + "</defs>";
}

}  // namespace

std::string_view chart_colours() { return kColours; }
std::string_view chart_rules() { return kRules; }

std::string chart_fills() {
  return "<svg class=\"fills\" aria-hidden=\"true\">" + fill_patterns() + "</svg>\n";
}

std::string chart_file(std::string_view figure) {
  constexpr std::string_view kBegin = "<svg ";
  constexpr std::string_view kEnd = "</svg>";
  const std::size_t begin = figure.find(kBegin);
  const std::size_t end = figure.find(kEnd);
  if (begin == std::string_view::npos || end == std::string_view::npos) return "";
  const std::size_t inside = figure.find('>', begin) + 1;
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" {}\n<style>\n{}{}"
      "text{{font-family:system-ui,\"Segoe UI\",\"DejaVu Sans\",sans-serif}}\n"
      "pattern path{{stroke:var(--hatch);stroke-width:1.6;fill:none}}\n"
      "svg{{background:var(--ground)}}\n</style>\n{}{}</svg>\n",
      figure.substr(begin + kBegin.size(), inside - begin - kBegin.size()), kColours, kRules,
      fill_patterns(), figure.substr(inside, end - inside));
}

}  // namespace gpuscape
