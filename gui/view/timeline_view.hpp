#pragma once
/// Curves of the cluster over time, cut to a window and to a width in pixels.

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gui/view/shown_design.hpp"
#include "sim/report/format/time_ticks.hpp"

namespace gpuscape::gui {

/// A stretch of time since date 0 of the runs.
struct TimeWindow {
  Seconds from{0.0};
  Seconds until{1.0};
  [[nodiscard]] Seconds length() const { return until - from; }
  friend bool operator==(const TimeWindow&, const TimeWindow&) = default;
};

/// From 0 to the latest end among the designs, but not much beyond the last submission, as
/// timeline.svg has it.
TimeWindow whole_window(const std::vector<ShownDesign>& designs);
/// `window` with `factor` times its length (< 1: closer) so that `centre` stays where it is, within
/// `whole` and not shorter than ten minutes.
TimeWindow zoomed(const TimeWindow& window, double factor, Seconds centre, const TimeWindow& whole);
/// Moved by a share of its length, within `whole`.
TimeWindow panned(const TimeWindow& window, double share, const TimeWindow& whole);

/// `x` in pixels from the left edge, `y` a value of the panel's axis.
struct PlotPoint {
  double x = 0.0;
  double y = 0.0;
};

/// How a series is told apart by sight.
enum class CurveKind : std::uint8_t {
  allocated,
  stranded,
  idle_queued,
  as_logged,
  waiting,
  host_links,
  fabric_links
};

struct Curve {
  std::string_view series = {};  ///< the column of timeline.csv: "gpus_allocated"
  CurveKind kind = CurveKind::allocated;
  std::string label = {};   ///< "allocated"
  std::size_t column = 0;   ///< the design's
  std::string design = {};  ///< "A"
  bool is_pale = false;
  /// A step curve by rising x. Where several intervals fall into a pixel their least and greatest
  /// values are both there: no peak is lost. At most four points a pixel.
  std::vector<PlotPoint> points = {};
};

/// Of one design, means over each pixel that lie on each other: what areas are filled from. As many
/// values each as the view has pixels; the first series is at the bottom. Shorter than the view
/// where the run is.
struct CurveStack {
  std::size_t column = 0;
  std::vector<CurveKind> kinds = {};  ///< of each layer: allocated, stranded, idle_queued
  std::vector<std::vector<double>> layers = {};  ///< each the top of its layer, not its thickness
};

struct TimelinePanel {
  std::string title = {};               ///< "GPUs", "jobs waiting", "links used, %"
  double top = 1.0;                     ///< of the value axis; its bottom is 0
  double level = 0.0;                   ///< of a line across: what there is; 0: none
  std::vector<AxisTick> ticks = {};     ///< of the value axis; `at` is a value
  std::vector<Curve> curves = {};       ///< pale ones first
  std::vector<CurveStack> stacks = {};  ///< of the panel of GPUs: of every design that is not pale
};

struct TimelineView {
  TimeWindow window = {};
  int width = 0;                     ///< pixels
  std::vector<AxisTick> ticks = {};  ///< of the time axis; `at` is in pixels
  std::string axis_title = {};       ///< "UTC, from 2017-10-03"
  double warm_up_until = 0.0;        ///< pixels; the part to its left is no part of the statistics
  std::vector<TimelinePanel> panels =
      {};  ///< GPUs, jobs waiting, and links where jobs exchange data
  /// The date below a pixel, and the pixel of a date.
  [[nodiscard]] Seconds date_at(double x) const {
    return window.from + window.length() * (x / std::max(1, width));
  }
  [[nodiscard]] double x_of(Seconds date) const {
    return width * ((date - window.from) / window.length());
  }
};

TimelineView timeline_view(const std::vector<ShownDesign>& designs, const TimeWindow& window,
                           int width);

/// What every series is at a date, as the interval of timeline.csv that holds it has it.
struct CursorValue {
  std::string_view series = {};
  std::string label = {};  ///< "GPUs allocated"
  std::size_t column = 0;  ///< the design's
  std::string design = {};
  bool is_pale = false;
  double value = 0.0;
  std::string text = {};  ///< "96.5 of 128"
};
struct Cursor {
  Seconds date{0.0};
  std::string date_text = {};  ///< "2017-10-09 13:20 UTC", or "3 d 4 h" since the start
  std::vector<CursorValue> values = {};
};
Cursor cursor_at(const std::vector<ShownDesign>& designs, Seconds date);
/// "2017-10-09 13:20 UTC" where the log has dates, else "3 d 4 h".
std::string date_label(const RunResult& run, Seconds date);

}  // namespace gpuscape::gui
