#include "sim/report/logs/trace_info_svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "sim/base/excerpt.hpp"
#include "sim/base/units/clock_units.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/report/format/svg_panel.hpp"
#include "sim/report/format/text_table.hpp"
#include "sim/report/logs/trace_info_text.hpp"

namespace gpuscape {

namespace {

constexpr PanelBox kWeekBox{104.0, 104.0, 360.0, 154.0};
constexpr PanelBox kRunTimeBox{552.0, 104.0, 388.0, 154.0};
constexpr PanelBox kDemandBox{64.0, 330.0, 876.0, 150.0};
constexpr std::string_view kDemandColour = "#3f74b5";
constexpr std::array<std::string_view, 5> kClassColours{"#9fb4c7", "#3f74b5", "#2f7d5b", "#f0a63c",
                                                        "#8a5a9e"};

/// Where a text is fixed: "start", "middle" or "end".
std::string label(double x, double y, std::string_view anchor, std::string_view text) {
  return fmt::format(
      "<text class=\"tick\" x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor,
      xml_text(text));
}

std::string head(const PanelBox& box, std::string_view text) {
  return fmt::format("<text class=\"head\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", box.left,
                     box.top - 10.0, xml_text(text));
}

/// White to dark blue.
std::string shade(double share) {
  const auto mix = [share](double light, double dark) {
    return static_cast<int>(std::lround(light + share * (dark - light)));
  };
  return fmt::format("#{:02x}{:02x}{:02x}", mix(0xf2, 0x1f), mix(0xf5, 0x4e), mix(0xf9, 0x8c));
}

std::string week_axes() {
  constexpr std::array<std::string_view, 7> kDays{"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"};
  const double width = kWeekBox.width / 24.0;
  const double height = kWeekBox.height / 7.0;
  std::string svg;
  for (std::size_t day = 0; day < 7; ++day)
    svg += label(kWeekBox.left - 8.0,
                 kWeekBox.top + height * (static_cast<double>(day) + 0.5) + 4.0, "end", kDays[day]);
  for (int hour = 0; hour <= 24; hour += 6)
    svg += label(kWeekBox.left + width * hour, kWeekBox.top + kWeekBox.height + 18.0, "middle",
                 fmt::format("{}:00", hour));
  return svg;
}

std::string week_panel(const TraceInfo& info) {
  if (!info.arrivals)
    return head(kWeekBox, "submissions by hour and weekday") +
           label(kWeekBox.left, kWeekBox.top + 24.0, "start",
                 info.span > Seconds(0.0) ? "the log has no clock" : "all jobs come at once");
  std::array<double, 168> rates{};
  double most = 0.0;
  for (std::size_t hour = 0; hour < rates.size(); ++hour) {
    rates[hour] = info.arrivals->rate(hour);
    if (!std::isnan(rates[hour])) most = std::max(most, rates[hour]);
  }
  const double width = kWeekBox.width / 24.0;
  const double height = kWeekBox.height / 7.0;
  std::string svg = head(kWeekBox, fmt::format("jobs submitted per hour; darkest: {:.3g}", most));
  for (std::size_t hour = 0; hour < rates.size(); ++hour) {
    if (std::isnan(rates[hour])) continue;
    const std::size_t day = hour / 24;
    svg += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"/>\n",
        kWeekBox.left + width * static_cast<double>(hour % 24),
        kWeekBox.top + height * static_cast<double>(day), width - 1.0, height - 1.0,
        shade(most > 0.0 ? rates[hour] / most : 0.0));
  }
  return svg + week_axes();
}

/// The logarithmic axis of run times: from 1 s, or less where most jobs are shorter, to the
/// longest.
class RunTimeAxis {
 public:
  explicit RunTimeAxis(double longest) : end_(std::log(std::max(100.0, longest))) {}
  [[nodiscard]] double x(double seconds) const {
    return kRunTimeBox.left + kRunTimeBox.width * std::log(std::max(1.0, seconds)) / end_;
  }
  [[nodiscard]] double seconds_at(double share) const { return std::exp(share * end_); }

  [[nodiscard]] std::string marks() const {
    constexpr std::pair<double, std::string_view> kTicks[] = {{1.0, "1 s"},
                                                              {10.0, "10 s"},
                                                              {60.0, "1 min"},
                                                              {600.0, "10 min"},
                                                              {kSecondsPerHour, "1 h"},
                                                              {10 * kSecondsPerHour, "10 h"},
                                                              {5 * kSecondsPerDay, "5 d"},
                                                              {50 * kSecondsPerDay, "50 d"},
                                                              {500 * kSecondsPerDay, "500 d"}};
    const double bottom = kRunTimeBox.top + kRunTimeBox.height;
    std::string svg;
    for (const auto& [seconds, text] : kTicks) {
      if (std::log(seconds) > end_) break;
      svg += fmt::format("<path class=\"axis\" d=\"M{:.1f} {:.1f}v5\"/>\n", x(seconds), bottom);
      svg += label(x(seconds), bottom + 18.0, "middle", text);
    }
    return svg;
  }

 private:
  double end_;
};

std::string share_axis() {
  std::string svg;
  for (const int percent : {0, 25, 50, 75, 100}) {
    const double y = kRunTimeBox.top + kRunTimeBox.height * (1.0 - percent / 100.0);
    svg += fmt::format("<path class=\"{}\" d=\"M{:.1f} {:.1f}h{:.1f}\"/>\n",
                       percent == 0 ? "axis" : "grid", kRunTimeBox.left, y, kRunTimeBox.width);
    svg += label(kRunTimeBox.left - 8.0, y + 4.0, "end", fmt::format("{} %", percent));
  }
  return svg;
}

std::string run_time_curve(const SizeClass& size, const RunTimeAxis& axis,
                           std::string_view colour) {
  constexpr int kSteps = 194;  // of two pixels
  std::string path;
  for (int step = 0; step <= kSteps; ++step) {
    const double seconds = axis.seconds_at(static_cast<double>(step) / kSteps);
    const auto below = std::ranges::upper_bound(size.run_times, seconds) - size.run_times.begin();
    const double share = static_cast<double>(below) / static_cast<double>(size.jobs);
    path += fmt::format("{}{:.1f} {:.1f}", step == 0 ? "M" : "L", axis.x(seconds),
                        kRunTimeBox.top + kRunTimeBox.height * (1.0 - share));
  }
  return fmt::format("<path fill=\"none\" stroke=\"{}\" stroke-width=\"1.6\" d=\"{}\"/>\n", colour,
                     path);
}

/// The classes with the most GPU time, by rising size.
std::vector<SizeClass> shown_classes(const TraceInfo& info) {
  std::vector<SizeClass> classes = info.sizes;
  std::ranges::stable_sort(classes, std::ranges::greater(), &SizeClass::gpu_seconds);
  classes.resize(std::min(classes.size(), kClassColours.size()));
  std::ranges::sort(classes, {}, &SizeClass::from);
  return classes;
}

/// One row below the panel, where no curve is.
std::string size_keys(const std::vector<SizeClass>& classes, std::string_view noun) {
  const double y = kRunTimeBox.top + kRunTimeBox.height + 38.0;
  double x = kRunTimeBox.left;
  std::string keys =
      fmt::format("<text class=\"key\" x=\"{:.1f}\" y=\"{:.1f}\">{}s:</text>\n", x, y, noun);
  x += 44.0;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    const std::string text = size_text(classes[i].from, classes[i].to);
    keys += fmt::format("<path stroke=\"{}\" stroke-width=\"3\" d=\"M{:.1f} {:.1f}h14\"/>\n",
                        kClassColours[i], x, y - 4.0);
    keys +=
        fmt::format("<text class=\"key\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", x + 19.0, y, text);
    x += 33.0 + 7.0 * static_cast<double>(display_width(text));
  }
  return keys;
}

std::string run_time_panel(const TraceInfo& info) {
  double longest = 0.0;
  for (const SizeClass& size : info.sizes) longest = std::max(longest, size.run_times.back());
  const RunTimeAxis axis(longest);
  const std::vector<SizeClass> classes = shown_classes(info);
  std::string svg = head(kRunTimeBox, classes.size() < info.sizes.size()
                                          ? "share of jobs over within this time, 5 main sizes"
                                          : "share of jobs over within this time, by size");
  svg += share_axis() + axis.marks();
  for (std::size_t i = 0; i < classes.size(); ++i)
    svg += run_time_curve(classes[i], axis, kClassColours[i]);
  return svg + size_keys(classes, info.noun());
}

std::string demand_panel(const TraceInfo& info, std::optional<Seconds> unix_origin) {
  const DemandCurve& demand = info.demand;
  const double end = demand.interval.value() * static_cast<double>(demand.gpus.size());
  if (!(end > 0.0))
    return head(kDemandBox, fmt::format("{}s asked for", info.noun())) +
           label(kDemandBox.left, kDemandBox.top + 24.0, "start", "no job runs for more than 0 s");
  const TimeAxis axis{.end = end, .unix_origin = unix_origin};
  const auto total = static_cast<double>(info.gpus_total.value_or(0));
  const double most = std::max(total, *std::ranges::max_element(demand.gpus));
  const SvgPanel panel(kDemandBox, end, std::max(1.0, 1.05 * most));
  const std::vector<double> floor(demand.gpus.size(), 0.0);
  std::string title =
      fmt::format("{}s {}", info.noun(),
                  demand.as_logged ? "in use, as logged" : "asked for, if no job waited");
  if (total > 0.0)
    title += fmt::format("; dashed: {} there are", human_count(info.gpus_total.value_or(0)));
  std::string svg = panel.value_axis(title, 1.0);
  svg += panel.area(floor, demand.gpus, demand.interval.value(), kDemandColour);
  if (total > 0.0) svg += panel.level(total);
  return svg + panel.time_axis(axis.ticks(), axis.title("the first submission"));
}

std::string svg_heading(const JobLog& log, const TraceInfo& info) {
  std::string sub =
      fmt::format("{} jobs · {} {}-hours", human_count(info.jobs),
                  human_count(std::llround(info.gpu_seconds / kSecondsPerHour)), info.noun());
  if (info.span > Seconds(0.0)) sub += fmt::format(" · {}", human_text(info.span));
  if (log.unix_origin)
    sub += fmt::format(" · {} to {}", date_text(*log.unix_origin),
                       date_text(*log.unix_origin + info.span));
  return fmt::format("<text class=\"title\" x=\"64\" y=\"32\">{}</text>\n",
                     xml_text(excerpt(log.title, 80))) +
         fmt::format("<text class=\"sub\" x=\"64\" y=\"53\">{}</text>\n", xml_text(sub));
}

}  // namespace

std::string trace_info_svg(const JobLog& log, const TraceInfo& info) {
  return svg_begin(538.0) + svg_heading(log, info) + week_panel(info) + run_time_panel(info) +
         demand_panel(info, log.unix_origin) + "</svg>\n";
}

}  // namespace gpuscape
