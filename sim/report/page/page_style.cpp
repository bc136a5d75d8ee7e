#include "sim/report/page/page_style.hpp"

#include <fmt/format.h>

#include <array>

#include "sim/report/html/chart_bars.hpp"
#include "sim/report/html/html_text.hpp"

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

constexpr std::string_view kLayout = R"(*{box-sizing:border-box}
body{margin:0 auto;max-width:64rem;padding:1.5rem 1.25rem 4rem;background:var(--ground);color:var(--ink);
font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}
h1{font-size:1.7rem;line-height:1.25;margin:0 0 .4rem}h2{font-size:1.25rem;margin:2.2rem 0 .6rem}
h3{font-size:1.05rem;margin:1.6rem 0 .5rem}h4{font-size:1rem;margin:1.2rem 0 .4rem}
h1,h2,h3,h4,p,li,dd,caption,bdi,code{overflow-wrap:anywhere}td,th{overflow-wrap:break-word}
.block{border-top:2px solid var(--line);margin-top:3rem;padding-top:.2rem}
.question{color:var(--soft);margin:.2rem 0}
.answer{font-size:1.15rem;margin:.8rem 0;padding:.7rem 1rem;background:var(--band);border-left:4px solid var(--c0)}
.answer p{margin:0}.fault{padding:.5rem 1rem;border:2px solid var(--bad)}
nav{background:var(--band);padding:.6rem 1rem;margin:1rem 0}nav ul{margin:0;padding-left:1.2rem}
a{color:var(--c0)}code{font:.92em/1.45 ui-monospace,"DejaVu Sans Mono",monospace}
ul{padding-left:1.3rem;margin:.4rem 0}
.wide{overflow-x:auto;margin:.6rem 0}table{border-collapse:collapse;width:100%;font-size:.875rem;
font-variant-numeric:tabular-nums}
caption{text-align:left;color:var(--soft);padding:.3rem 0;font-size:.875rem}
th,td{text-align:left;vertical-align:top;padding:.35rem .6rem .35rem 0;border-bottom:1px solid var(--line);line-height:1.35}
thead th{border-bottom:2px solid var(--soft);vertical-align:bottom}
td{min-width:4.5rem}tbody th{font-weight:600;min-width:7rem}
.numbers td{text-align:right}.numbers thead th:not(:first-child){text-align:right}
.note{color:var(--soft)}.said{display:block}.better{color:var(--good);font-weight:600}
.worse{color:var(--bad);font-weight:600}
dl{display:grid;grid-template-columns:minmax(7rem,max-content) 1fr;gap:.25rem 1rem;margin:.5rem 0}dt{color:var(--soft)}
dd{margin:0}
)";

constexpr std::string_view kPictures = R"(figure{margin:.4rem 0 1rem}
.chart{display:block;width:100%;height:auto;font-family:inherit}.chart text{fill:var(--ink);font-size:12px}
.chart .tick,.chart .axis-title{fill:var(--soft)}.chart .own{unicode-bidi:isolate}
.chart .name{unicode-bidi:isolate}
.chart .grid{stroke:var(--line);fill:none}.chart .axis{stroke:var(--soft);fill:none}
.chart .bar{stroke:var(--ink);stroke-width:.6}.chart .whisker{stroke:var(--ink);stroke-width:1.6;fill:none}
.chart .efficient{fill:var(--c0);stroke:var(--ink)}.chart .beaten{fill:var(--ground);stroke:var(--soft);stroke-width:1.5}
.fills{position:absolute;width:0;height:0}.fills path{stroke:var(--hatch);stroke-width:1.6;fill:none}
@page{size:A4;margin:14mm 13mm}
@media print{:root{color-scheme:light;--ground:#fff;--ink:#000;--soft:#444;--line:#bbb;--band:#f2f2f2;
--good:#0f5231;--bad:#8c1c12;--hatch:#fff;--c0:#2f66a9;--c1:#d98e1f;--c2:#2f7d5b;--c3:#8a4f9e;--c4:#b8493b;
--c5:#5f8bab;--c6:#a08f2d;--c7:#4b9c86;--c8:#a76bb5;--c9:#7b838d}
body{max-width:none;padding:0;font-size:10pt}table{font-size:8pt}.wide{overflow:visible}
td,tbody th{min-width:0}
figure,tr,.answer,.fault{break-inside:avoid}h2,h3,h4,caption{break-after:avoid}thead{display:table-header-group}
.block{break-before:page;border-top:0;margin-top:0}a{color:inherit}
*{-webkit-print-color-adjust:exact;print-color-adjust:exact}}
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

std::string fills() {
  std::string svg = "<svg class=\"fills\" aria-hidden=\"true\"><defs>\n";
  for (std::size_t i = 0; i < kHatches.size(); ++i) {
    svg += fmt::format(
        "<pattern id=\"fill-{0}\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\">"
        "<rect width=\"8\" height=\"8\" style=\"fill:var(--c{0})\"/>",
        i);
    if (!kHatches.at(i).empty()) svg += fmt::format("<path d=\"{}\"/>", kHatches.at(i));
    svg += "</pattern>\n";
  }
  return svg + "</defs></svg>\n";
}

}  // namespace

std::string page_document(std::string_view title, std::string_view body) {
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
      "'unsafe-inline'; base-uri 'none'; form-action 'none'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n"
      "<meta name=\"generator\" content=\"gpuscape\">\n<title>{}</title>\n"
      "<style>\n{}{}{}</style>\n</head>\n<body>\n{}{}</body>\n</html>\n",
      html_text(title), kColours, kLayout, kPictures, fills(), body);
}

}  // namespace gpuscape
