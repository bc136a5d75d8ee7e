#pragma once
/// The colours of a heat map, and what stands beside them.

#include <string>
#include <vector>

#include "sim/report/html/chart_axis.hpp"

namespace gpuscape {

class HeatScale {
 public:
  /// `values` are finite, and there is at least one.
  HeatScale(const std::vector<double>& values, AxisUnit unit);

  /// From 0, the palest, to 1.
  [[nodiscard]] double part(double value) const;
  [[nodiscard]] bool is_logarithmic() const { return logarithmic_; }
  /// Values for the marks beside the colours, rising.
  [[nodiscard]] std::vector<double> marks() const;
  [[nodiscard]] double least() const { return least_; }
  [[nodiscard]] double most() const { return most_; }

 private:
  AxisUnit unit_;
  bool logarithmic_ = false;
  double least_ = 0.0;
  double most_ = 0.0;
  double least_positive_ = 0.0;
};

/// "#eaf1f8" at 0, "#0f3a73" at 1: one hue, whose lightness alone rises or falls, so that it reads
/// the same without colour vision and in print.
[[nodiscard]] std::string heat_colour(double part);
/// Whether text on that colour is white.
[[nodiscard]] bool is_dark(double part);

/// At most five or six characters for the room of a cell: "73 min", "1.2 M", "93 %".
[[nodiscard]] std::string heat_text(double value, AxisUnit unit);

}  // namespace gpuscape
