#include "gui/view/timeline_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <optional>

#include "gui/view/timeline_curves.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/report/format/metric_text.hpp"
#include "sim/report/format/svg_panel.hpp"
#include "sim/report/format/titles.hpp"
#include "sim/report/run/timeline_svg.hpp"

namespace gpuscape::gui {

namespace {

constexpr Seconds kLeastWindow{600.0};
constexpr double kHeadroom = 1.08;
constexpr int kValueTicks = 5;

/// A series that is drawn, and where. Labels may name what the cluster has.
struct SeriesLook {
  std::string_view name;
  CurveKind kind;
  std::string_view label;
};
constexpr std::array kGpuSeries{
    SeriesLook{"gpus_allocated", CurveKind::allocated, "{} allocated"},
    SeriesLook{"gpus_stranded", CurveKind::stranded, "{} stranded"},
    SeriesLook{"gpus_idle_queued", CurveKind::idle_queued, "{} idle while jobs wait"},
    SeriesLook{"gpus_as_logged", CurveKind::as_logged, "{} allocated as logged"}};
constexpr std::array kWaitingSeries{SeriesLook{"jobs_waiting", CurveKind::waiting, "jobs waiting"}};
constexpr std::array kLinkSeries{
    SeriesLook{"host_links_used_share", CurveKind::host_links, "links of nodes used"},
    SeriesLook{"fabric_links_used_share", CurveKind::fabric_links, "links between switches used"}};

std::string label_of(std::string_view series, const RunResult& run) {
  for (const std::span<const SeriesLook> all :
       {std::span<const SeriesLook>(kGpuSeries), std::span<const SeriesLook>(kWaitingSeries),
        std::span<const SeriesLook>(kLinkSeries)})
    for (const SeriesLook& look : all)
      if (look.name == series) return metric_label(look.label, run);
  std::string label(series);
  std::ranges::replace(label, '_', ' ');
  return label;
}

/// A pool strands nothing.
bool is_shown(const SeriesLook& look, const RunResult& run) {
  if (run.timeline[look.name].empty()) return false;
  return look.kind != CurveKind::stranded || capacity_noun(run) == "GPUs";
}

class TimelineMaker {
 public:
  TimelineMaker(const std::vector<ShownDesign>& designs, const TimeWindow& window, int width)
      : designs_(designs) {
    view_.window = window;
    view_.width = width;
  }

  TimelineView make() {
    if (designs_.empty() || view_.width <= 0 || !(view_.window.length() > Seconds(0.0)))
      return std::move(view_);
    const StudyResult& first = front();
    add_axis(first);
    add_panel(gpu_panel(first), kGpuSeries);
    add_panel({.title = "jobs waiting"}, kWaitingSeries);
    if (std::ranges::any_of(designs_, [](const ShownDesign& design) {
          return !design.outcome->result.first.timeline["host_links_used_share"].empty();
        }))
      add_panel({.title = "links used, %"}, kLinkSeries);
    return std::move(view_);
  }

 private:
  /// The first design that is not pale, or else the first.
  [[nodiscard]] const StudyResult& front() const {
    const auto found = std::ranges::find(designs_, false, &ShownDesign::is_pale);
    return (found == designs_.end() ? designs_.front() : *found).outcome->result;
  }

  void add_axis(const StudyResult& first) {
    const TimeAxis axis{.end = view_.window.until.value(),
                        .unix_origin = first.first.unix_origin,
                        .begin = view_.window.from};
    view_.ticks = axis.ticks();
    for (AxisTick& tick : view_.ticks) tick.at = view_.x_of(Seconds(tick.at));
    view_.axis_title = axis.title(first.synthetic ? "the start" : "the first submission");
    view_.warm_up_until = std::clamp<double>(view_.x_of(first.warm_up), 0.0, view_.width);
  }

  [[nodiscard]] TimelinePanel gpu_panel(const StudyResult& first) const {
    TimelinePanel panel;
    panel.title =
        first.first.counts_cores ? "GPUs (no job asks for one)" : capacity_noun(first.first);
    panel.level = static_cast<double>(first.first.gpus_total);
    for (const ShownDesign& design : designs_)
      if (!design.is_pale)
        panel.top =
            std::max(panel.top, static_cast<double>(design.outcome->result.first.gpus_total));
    return panel;
  }

  void add_panel(TimelinePanel panel, std::span<const SeriesLook> looks) {
    double most = panel.top / kHeadroom;
    for (const ShownDesign& design : designs_) {
      const RunResult& run = design.outcome->result.first;
      for (const SeriesLook& look : looks) {
        if (!is_shown(look, run)) continue;
        panel.curves.push_back(curve_of(look, design));
        for (const PlotPoint& point : panel.curves.back().points) most = std::max(most, point.y);
      }
      if (looks.data() == kGpuSeries.data() && !design.is_pale)
        panel.stacks.push_back(stack_of(design));
    }
    panel.top = kHeadroom * most;
    // What is counted has no mark between two counts.
    const bool is_counted = looks.data() != kLinkSeries.data();
    const double step = std::max(is_counted ? 1.0 : 0.0, tick_step(panel.top, kValueTicks));
    for (const double value : tick_values(panel.top, step))
      panel.ticks.push_back({value, tick_text(value)});
    view_.panels.push_back(std::move(panel));
  }

  [[nodiscard]] PixelScale scale_of(const RunResult& run) const {
    return {view_.window, view_.width, run.timeline.interval};
  }

  [[nodiscard]] Curve curve_of(const SeriesLook& look, const ShownDesign& design) const {
    constexpr double kPercent = 100.0;
    const RunResult& run = design.outcome->result.first;
    const bool is_share =
        look.kind == CurveKind::host_links || look.kind == CurveKind::fabric_links;
    return {
        .series = look.name,
        .kind = look.kind,
        .label = metric_label(look.label, run),
        .column = design.column,
        .design = design.name,
        .is_pale = design.is_pale,
        .points = step_curve(run.timeline[look.name], scale_of(run), is_share ? kPercent : 1.0)};
  }

  [[nodiscard]] CurveStack stack_of(const ShownDesign& design) const {
    const RunResult& run = design.outcome->result.first;
    CurveStack stack{.column = design.column};
    for (const SeriesLook& look : kGpuSeries) {
      if (look.kind == CurveKind::as_logged || !is_shown(look, run)) continue;
      std::vector<double> layer = pixel_means(run.timeline[look.name], scale_of(run));
      if (!stack.layers.empty())
        for (std::size_t x = 0; x < layer.size(); ++x) layer[x] += stack.layers.back()[x];
      stack.kinds.push_back(look.kind);
      stack.layers.push_back(std::move(layer));
    }
    return stack;
  }

  const std::vector<ShownDesign>& designs_;
  TimelineView view_;
};

/// "96.5 of 128" of what the cluster has, "3.2 %" of a share, "12".
std::string value_text(std::string_view series, double value, const RunResult& run) {
  if (series.ends_with("_share")) return metric_text(value, MetricPrint::share);
  const double rounded = std::round(value);
  const std::string text = std::abs(value - rounded) < 1e-9
                               ? human_count(static_cast<std::int64_t>(rounded))
                               : fmt::format("{:.1f}", value);
  return series.starts_with("gpus_") ? fmt::format("{} of {}", text, human_count(run.gpus_total))
                                     : text;
}

}  // namespace

TimeWindow whole_window(const std::vector<ShownDesign>& designs) {
  TimeWindow whole{Seconds(0.0), Seconds(1.0)};
  for (const ShownDesign& design : designs)
    whole.until = std::max(whole.until, shown_until(design.outcome->result));
  return whole;
}

TimeWindow zoomed(const TimeWindow& window, double factor, Seconds centre,
                  const TimeWindow& whole) {
  const Seconds length = std::min(std::max(factor * window.length(), kLeastWindow), whole.length());
  const double share = std::clamp((centre - window.from) / window.length(), 0.0, 1.0);
  TimeWindow made{centre - share * length, Seconds(0.0)};
  made.from = std::clamp(made.from, whole.from, whole.until - length);
  made.until = made.from + length;
  return made;
}

TimeWindow panned(const TimeWindow& window, double share, const TimeWindow& whole) {
  const Seconds length = std::min(window.length(), whole.length());
  const Seconds from = std::clamp(window.from + share * length, whole.from, whole.until - length);
  return {from, from + length};
}

TimelineView timeline_view(const std::vector<ShownDesign>& designs, const TimeWindow& window,
                           int width) {
  return TimelineMaker(designs, window, width).make();
}

std::string date_label(const RunResult& run, Seconds date) {
  constexpr double kLatest = 2e11;  // of which a calendar can be made
  if (!run.unix_origin || std::abs((*run.unix_origin + date).value()) > kLatest)
    return human_text(date);
  const Seconds unix_date = *run.unix_origin + date;
  constexpr double kDay = 86400.0;
  const double of_day = unix_date.value() - std::floor(unix_date.value() / kDay) * kDay;
  const int minutes = static_cast<int>(of_day / 60.0);
  return fmt::format("{} {:02}:{:02} UTC", date_text(unix_date), minutes / 60, minutes % 60);
}

Cursor cursor_at(const std::vector<ShownDesign>& designs, Seconds date) {
  Cursor cursor{.date = date};
  for (const ShownDesign& design : designs) {
    const RunResult& run = design.outcome->result.first;
    if (cursor.date_text.empty() || !design.is_pale) cursor.date_text = date_label(run, date);
    const double place = std::floor(date / run.timeline.interval);
    for (const Timeline::Series& series : run.timeline.series()) {
      if (!(place >= 0.0) || place >= static_cast<double>(series.values.size())) continue;
      const double value = series.values[static_cast<std::size_t>(place)];
      cursor.values.push_back({.series = series.name,
                               .label = label_of(series.name, run),
                               .column = design.column,
                               .design = design.name,
                               .is_pale = design.is_pale,
                               .value = value,
                               .text = value_text(series.name, value, run)});
    }
  }
  return cursor;
}

}  // namespace gpuscape::gui
