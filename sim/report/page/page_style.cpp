#include "sim/report/page/page_style.hpp"

#include <fmt/format.h>

#include "sim/report/html/chart_style.hpp"
#include "sim/report/html/html_text.hpp"

namespace gpuscape {

namespace {

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

constexpr std::string_view kFigures = R"(figure{margin:.4rem 0 1rem}
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

}  // namespace

std::string page_document(std::string_view title, std::string_view body, const PageScript& script) {
  const std::string allowed =
      script.text.empty() ? "" : fmt::format("script-src 'sha256-{}'; ", script.digest);
  const std::string scripts =
      script.text.empty() ? "" : fmt::format("<script>{}</script>\n", script.text);
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; {}style-src "
      "'unsafe-inline'; base-uri 'none'; form-action 'none'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n"
      "<meta name=\"generator\" content=\"gpuscape\">\n<title>{}</title>\n"
      "<style>\n{}{}{}{}</style>\n</head>\n<body>\n{}{}{}</body>\n</html>\n",
      allowed, html_text(title), chart_colours(), kLayout, chart_rules(), kFigures, chart_fills(),
      body, scripts);
}

}  // namespace gpuscape
