#include "sim/report/pictures/design_pictures.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "sim/report/compare/cause_lines.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/html/chart_bars.hpp"
#include "sim/report/html/html_text.hpp"

namespace gpuscape {

namespace {

/// The shares of a design's GPU time, in the order of gpu_time_causes().
std::vector<double> lost_shares(const PictureDesign& design) {
  std::vector<double> shares(gpu_time_causes().size(), 0.0);
  for (std::size_t i = 0; i < design.lost.size(); ++i)
    // What prints as 0.0 % is not drawn.
    if (design.lost[i] >= 0.0005) shares[i] = design.lost[i];
  return shares;
}

double sum_of_parts(const std::vector<double>& parts) {
  double sum = 0.0;
  for (const double part : parts) sum += part;
  return sum;
}

}  // namespace

const Metric& pictured_wait() { return metrics()[metric_index("queue_wait_p95_s")]; }

std::string wait_picture(std::span<const PictureDesign> designs, const std::string& id) {
  std::vector<IntervalRow> rows;
  rows.reserve(designs.size());
  for (const PictureDesign& design : designs) {
    IntervalRow& row = rows.emplace_back();
    row.name = design.name;
    row.is_baseline = design.is_baseline;
    row.text = design.wait_text.empty() ? "no value" : design.wait_text;
    if (!design.wait) continue;
    row.value = design.wait->value;
    row.low = design.wait->low;
    row.high = design.wait->high;
  }
  return interval_chart(
      {.id = id,
       .title = "p95 queue wait by design",
       .about = fmt::format("A bar for each of {} with the time that 95 % of its jobs wait less "
                            "than, and a line across its interval. The values are printed next "
                            "to the bars.",
                            quantity(std::ssize(designs), "design")),
       .axis = "p95 queue wait; lines: intervals",
       .unit = AxisUnit::time},
      rows);
}

std::string lost_time_picture(std::span<const PictureDesign> designs, const std::string& id) {
  std::vector<StackRow> rows;
  rows.reserve(designs.size());
  for (const PictureDesign& design : designs) {
    StackRow& row = rows.emplace_back();
    row.name = design.name;
    row.is_baseline = design.is_baseline;
    row.parts = lost_shares(design);
    row.text = design.lost.empty() ? "no value" : percent_text(sum_of_parts(row.parts));
  }
  std::vector<std::string> names;
  for (const GpuTimeCause& cause : gpu_time_causes()) names.emplace_back(cause.label);
  return stack_chart({.id = id,
                      .title = "GPU time lost by cause",
                      .about = "A bar for each design, a part for each cause, as a share of the "
                               "GPU time that jobs held. The table below has the values.",
                      .axis = "share of the GPU time that jobs held",
                      .unit = AxisUnit::share},
                     std::move(names), std::move(rows));
}

std::string lost_time_table(std::span<const PictureDesign> designs) {
  std::vector<std::vector<double>> shares;
  shares.reserve(designs.size());
  for (const PictureDesign& design : designs) shares.push_back(lost_shares(design));
  HtmlTable table{.caption = "GPU time lost, as a share of the GPU time that jobs held",
                  .head = {"design"},
                  .kind = "numbers"};
  std::vector<std::size_t> shown;
  for (std::size_t cause = 0; cause < gpu_time_causes().size(); ++cause) {
    double all = 0.0;
    for (const std::vector<double>& row : shares) all += row[cause];
    if (!(all > 0.0)) continue;
    shown.push_back(cause);
    table.head.push_back(html_text(gpu_time_causes()[cause].label));
  }
  if (shown.empty()) return "";
  table.head.emplace_back("together");
  for (std::size_t i = 0; i < designs.size(); ++i) {
    std::vector<std::string>& row = table.rows.emplace_back();
    row.push_back(html_name(designs[i].name));
    const bool is_known = !designs[i].lost.empty();
    for (const std::size_t cause : shown)
      row.push_back(is_known ? percent_text(shares[i][cause]) : "–");
    row.push_back(is_known ? percent_text(sum_of_parts(shares[i])) : "–");
  }
  return html_table(table);
}

}  // namespace gpuscape
