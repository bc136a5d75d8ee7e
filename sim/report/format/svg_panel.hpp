#pragma once
/// One panel of a picture: a time axis, a value axis, areas between them.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/report/format/time_ticks.hpp"

namespace gpuscape {

/// Text for between two tags: & < > " escaped, control characters dropped, and what is no UTF-8 or
/// may not stand in XML replaced by U+FFFD.
std::string xml_text(std::string_view text);

inline constexpr double kPictureWidth = 960.0;
/// How a picture begins: its size, styles and ground. The end is "</svg>\n".
std::string svg_begin(double height, double width = kPictureWidth);

/// A step that is 1, 2 or 5 times a power of ten, so that at most `most` of them fill `range`.
double tick_step(double range, int most);
/// Where the ticks of an axis from 0 to `end` lie, and what stands at one.
std::vector<double> tick_values(double end, double step);
std::string tick_text(double value);

/// In pixels.
struct PanelBox {
  double left = 0.0;
  double top = 0.0;
  double width = 0.0;
  double height = 0.0;
};

class SvgPanel {
 public:
  /// Time runs from 0 to `x_end`, values from 0 to `y_end`.
  SvgPanel(PanelBox box, double x_end, double y_end) : box_(box), x_end_(x_end), y_end_(y_end) {}

  /// Lines and numbers of the value axis, and its title above it; ticks are at least `least_step`
  /// apart: 1 for what is counted.
  [[nodiscard]] std::string value_axis(std::string_view title, double least_step = 0.0) const;
  /// Marks of the time axis; with their labels and a title below, or without.
  [[nodiscard]] std::string time_marks(std::span<const AxisTick> ticks) const;
  [[nodiscard]] std::string time_axis(std::span<const AxisTick> ticks,
                                      std::string_view title) const;
  /// The area between two step curves: values that hold for `interval` each.
  [[nodiscard]] std::string area(std::span<const double> low, std::span<const double> high,
                                 double interval, std::string_view colour) const;
  /// The step curve of values that hold for `interval` each.
  [[nodiscard]] std::string curve(std::span<const double> values, double interval,
                                  std::string_view colour) const;
  /// A dashed line across at `value`.
  [[nodiscard]] std::string level(double value) const;
  /// A pale band from time 0 to `until`.
  [[nodiscard]] std::string band(double until) const;

 private:
  [[nodiscard]] double x(double time) const { return box_.left + box_.width * time / x_end_; }
  [[nodiscard]] double y(double value) const {
    return box_.top + box_.height * (1.0 - value / y_end_);
  }
  [[nodiscard]] double bottom() const { return box_.top + box_.height; }

  PanelBox box_;
  double x_end_;
  double y_end_;
};

}  // namespace gpuscape
