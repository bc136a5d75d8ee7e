#pragma once
/// How values that hold for an interval each become points and means of pixels.

#include <span>
#include <vector>

#include "gui/view/timeline_view.hpp"

namespace gpuscape::gui {

/// Where intervals lie on the screen.
struct PixelScale {
  TimeWindow window;
  int width = 1;
  Seconds interval{60.0};  ///< each value holds for that long, the first one from date 0
  [[nodiscard]] double x_of(Seconds date) const {
    return width * ((date - window.from) / window.length());
  }
};

/// The step curve within the window; see Curve::points. `factor` is what values are multiplied by.
std::vector<PlotPoint> step_curve(std::span<const double> values, const PixelScale& scale,
                                  double factor = 1.0);

/// The mean of each pixel, as far as there are values.
std::vector<double> pixel_means(std::span<const double> values, const PixelScale& scale);

}  // namespace gpuscape::gui
