#include "sim/report/run/timeline_svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "sim/base/excerpt.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/report/format/svg_panel.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/format/text_table.hpp"
#include "sim/report/format/titles.hpp"
#include "sim/scenario/scheduler_text.hpp"

namespace gpuscape {

namespace {

constexpr std::size_t kMostColumns = 800;  // about one a pixel
constexpr std::string_view kAllocated = "#3f74b5";
constexpr std::string_view kStranded = "#f0a63c";
constexpr std::string_view kIdleQueued = "#f3dfc0";
constexpr std::string_view kWaiting = "#8a5a9e";
constexpr std::string_view kHostLinks = "#9fb4c7";
constexpr std::string_view kFabricLinks = "#2f7d5b";
constexpr std::string_view kLogged = "#20262e";
constexpr std::string_view kInService = "#c0392b";

/// A series for the picture: means over as many intervals as there is room for, cut at `end`.
struct Columns {
  double interval = 1.0;
  std::vector<double> allocated, used, waiting;  // `used` is allocated and stranded
  std::vector<double> wanted;  // and what is idle while jobs wait that could use it
  std::vector<double> logged;  // allocated by the log; empty where unknown
  std::vector<double> up;      // in service; empty where nodes are never away
  std::vector<double> host_links, fabric_links;  // % of their capacity; empty without traffic
};

std::vector<double> merged(const std::vector<double>& values, std::size_t count, std::size_t each) {
  std::vector<double> means;
  for (std::size_t begin = 0; begin < count; begin += each) {
    const std::size_t end = std::min(count, begin + each);
    double sum = 0.0;
    for (std::size_t i = begin; i < end; ++i) sum += values[i];
    means.push_back(sum / static_cast<double>(end - begin));
  }
  return means;
}

Columns columns_until(const Timeline& timeline, double end) {
  const double wanted = std::ceil(end / timeline.interval.value());
  const std::size_t count =
      std::min(timeline.size(), static_cast<std::size_t>(std::max(0.0, wanted)));
  const std::size_t each = count / kMostColumns + 1;
  Columns columns;
  columns.interval = timeline.interval.value() * static_cast<double>(each);
  columns.allocated = merged(timeline["gpus_allocated"], count, each);
  columns.used = merged(timeline["gpus_stranded"], count, each);
  for (std::size_t i = 0; i < columns.used.size(); ++i) columns.used[i] += columns.allocated[i];
  columns.wanted = merged(timeline["gpus_idle_queued"], count, each);
  for (std::size_t i = 0; i < columns.wanted.size(); ++i) columns.wanted[i] += columns.used[i];
  columns.waiting = merged(timeline["jobs_waiting"], count, each);
  if (!timeline["gpus_as_logged"].empty())
    columns.logged = merged(timeline["gpus_as_logged"], count, each);
  if (!timeline["gpus_up"].empty()) columns.up = merged(timeline["gpus_up"], count, each);
  if (timeline["host_links_used_share"].empty()) return columns;
  columns.host_links = merged(timeline["host_links_used_share"], count, each);
  columns.fabric_links = merged(timeline["fabric_links_used_share"], count, each);
  for (double& share : columns.host_links) share *= 100.0;
  for (double& share : columns.fabric_links) share *= 100.0;
  return columns;
}

std::string key(double& right, std::string_view mark, std::string_view label, double y = 78.0) {
  right -= 8.0 + 7.0 * static_cast<double>(display_width(label));
  std::string svg =
      fmt::format("<text class=\"key\" x=\"{:.1f}\" y=\"{:.0f}\">{}</text>\n", right, y, label);
  right -= 20.0;
  svg += fmt::format("<path {} d=\"M{:.1f} {:.0f}h14\"/>\n", mark, right, y - 4.0);
  right -= 14.0;
  return svg;
}

std::string filled(std::string_view colour) {
  return fmt::format("stroke-width=\"11\" stroke=\"{}\"", colour);
}

std::string policies_of(const SchedulerSpec& scheduler) {
  if (!scheduler.parts.empty()) return excerpt(scheduler_text(scheduler), 90);
  return fmt::format("{}, backfill {}, {}", scheduler.policy.type, scheduler.backfill.type,
                     scheduler.placement.type);
}

std::string heading(const StudyResult& result, bool stranded) {
  std::string svg = fmt::format("<text class=\"title\" x=\"64\" y=\"32\">{}</text>\n",
                                xml_text(excerpt(title_of(result.scenario), 80)));
  svg += fmt::format(
      "<text class=\"sub\" x=\"64\" y=\"53\">{} · {} · {}{}{}</text>\n",
      xml_text(excerpt(variant_of(result.scenario), 60)), quantity(result.jobs, "job"),
      xml_text(policies_of(result.scenario.scheduler)),
      result.replications > 1 ? fmt::format(" · replication 1 of {}", result.replications) : "",
      result.partial             ? " · partial"
      : result.nothing_started() ? " · no job started"
                                 : "");
  double right = 940.0;
  if (result.first.gpus_total > 0) svg += key(right, "class=\"level\"", "total");
  if (result.warm_up > Seconds(0.0))
    svg += key(right, "stroke-width=\"11\" stroke=\"#8a919b\" stroke-opacity=\".25\"", "warm-up");
  if (!result.first.timeline["gpus_as_logged"].empty())
    svg += key(right, fmt::format("stroke-width=\"2\" stroke=\"{}\"", kLogged), "as logged");
  if (!result.first.timeline["gpus_up"].empty())
    svg += key(right, fmt::format("stroke-width=\"2\" stroke=\"{}\"", kInService), "in service");
  svg += key(right, filled(kIdleQueued), "idle, jobs wait");
  if (stranded) svg += key(right, filled(kStranded), "stranded");
  return svg + key(right, filled(kAllocated), "allocated");
}

/// How much of all links' capacity jobs use.
std::string links_panel(const Columns& columns, const TimeAxis& axis, double warm_up,
                        std::string_view time_title) {
  const auto largest = [](const std::vector<double>& values) {
    return values.empty() ? 0.0 : *std::max_element(values.begin(), values.end());
  };
  const double most = std::max(largest(columns.host_links), largest(columns.fabric_links));
  const SvgPanel links({64.0, 462.0, 876.0, 96.0}, axis.end, std::max(1.0, 1.08 * most));
  const std::vector<double> floor(columns.host_links.size(), 0.0);
  double right = 940.0;
  std::string svg = links.value_axis("links used, %");
  svg += links.area(floor, columns.host_links, columns.interval, kHostLinks);
  if (largest(columns.fabric_links) > 0.0) {
    svg += links.curve(columns.fabric_links, columns.interval, kFabricLinks);
    svg += key(right, fmt::format("stroke-width=\"2\" stroke=\"{}\"", kFabricLinks),
               "between switches", 452.0);
  }
  svg += key(right, filled(kHostLinks), "of nodes", 452.0);
  return svg + links.band(warm_up) + links.time_axis(axis.ticks(), time_title);
}

/// Whether half of the GPU time that jobs hold lies before the date.
bool has_half_before(const Timeline& timeline, Seconds date) {
  double before = 0.0;
  double all = 0.0;
  const std::vector<double>& held = timeline["gpus_allocated"];
  for (std::size_t i = 0; i < held.size(); ++i) {
    all += held[i];
    if (timeline.interval * static_cast<double>(i) < date) before += held[i];
  }
  return 2.0 * before >= all;
}

}  // namespace

Seconds shown_until(const StudyResult& result) {
  constexpr Seconds kLeast{1.0};
  const Seconds end = std::max(kLeast, result.first.end);
  const Seconds arrivals = std::max(kLeast, 1.1 * result.span);
  if (result.partial || !has_half_before(result.first.timeline, arrivals)) return end;
  return std::min(end, arrivals);
}

std::string timeline_svg(const StudyResult& result) {
  const double end = shown_until(result).value();
  const Columns columns = columns_until(result.first.timeline, end);
  const auto total = static_cast<double>(std::max<std::int64_t>(1, result.first.gpus_total));
  const bool stranded = capacity_noun(result.first) == "GPUs";
  const double longest = columns.waiting.empty()
                             ? 0.0
                             : *std::max_element(columns.waiting.begin(), columns.waiting.end());
  const TimeAxis axis{.end = end, .unix_origin = result.first.unix_origin};
  const std::vector<AxisTick> ticks = axis.ticks();
  std::string time_title = axis.title(result.synthetic ? "the start" : "the first submission");
  if (end < result.first.end.value())
    time_title += fmt::format(" (the last job ends after {})", rounded_text(result.first.end));

  const SvgPanel gpus({64.0, 112.0, 876.0, 170.0}, end, total * 1.04);
  const SvgPanel queue({64.0, 326.0, 876.0, 96.0}, end, std::max(1.0, longest * 1.08));
  const bool traffic = !columns.host_links.empty();
  const std::vector<double> floor(columns.allocated.size(), 0.0);
  std::string svg = svg_begin(traffic ? 616.0 : 480.0) + heading(result, stranded);
  svg += gpus.value_axis(
      result.first.counts_cores ? "GPUs (no job asks for one)" : capacity_noun(result.first), 1.0);
  svg += gpus.area(floor, columns.allocated, columns.interval, kAllocated);
  if (stranded) svg += gpus.area(columns.allocated, columns.used, columns.interval, kStranded);
  svg += gpus.area(columns.used, columns.wanted, columns.interval, kIdleQueued);
  if (!columns.logged.empty()) svg += gpus.curve(columns.logged, columns.interval, kLogged);
  if (!columns.up.empty()) svg += gpus.curve(columns.up, columns.interval, kInService);
  if (result.first.gpus_total > 0) svg += gpus.level(total);
  svg += gpus.band(result.warm_up.value()) + gpus.time_marks(ticks);
  svg += queue.value_axis("jobs waiting", 1.0);
  svg += queue.area(floor, columns.waiting, columns.interval, kWaiting);
  svg += queue.band(result.warm_up.value());
  if (traffic) {
    svg += queue.time_marks(ticks) + links_panel(columns, axis, result.warm_up.value(), time_title);
  } else {
    svg += queue.time_axis(ticks, time_title);
  }
  return svg + "</svg>\n";
}

}  // namespace gpuscape
