#include "gui/view/timeline_curves.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gpuscape::gui {

namespace {

/// Values by index, from the one that holds at the window's begin to the one that holds at its end.
std::pair<std::size_t, std::size_t> visible(std::size_t count, const PixelScale& scale) {
  const auto index = [&](double place) {
    return std::min(count, static_cast<std::size_t>(std::max(0.0, place)));
  };
  return {index(std::floor(scale.window.from / scale.interval)),
          index(std::ceil(scale.window.until / scale.interval))};
}

}  // namespace

std::vector<PlotPoint> step_curve(std::span<const double> values, const PixelScale& scale,
                                  double factor) {
  std::vector<PlotPoint> points;
  const auto [first, last] = visible(values.size(), scale);
  const auto x_of = [&](double intervals) { return scale.x_of(intervals * scale.interval); };
  const double step = scale.width * (scale.interval / scale.window.length());
  if (step >= 1.0) {
    for (std::size_t i = first; i < last; ++i) {
      const double y = factor * values[i];
      points.push_back({std::max(0.0, x_of(static_cast<double>(i))), y});
      points.push_back({std::min<double>(scale.width, x_of(static_cast<double>(i) + 1.0)), y});
    }
    return points;
  }
  // By pixel: the first and the last value, so that the curve goes on where it should, and the
  // least and the greatest, so that no peak is lost.
  for (std::size_t begin = first; begin < last;) {
    const double pixel = std::floor(x_of(static_cast<double>(begin)));
    std::size_t end = begin + 1;
    while (end < last && std::floor(x_of(static_cast<double>(end))) == pixel) ++end;
    const auto part = values.subspan(begin, end - begin);
    const auto [least, greatest] = std::ranges::minmax_element(part);
    std::size_t kept[] = {0, static_cast<std::size_t>(least - part.begin()),
                          static_cast<std::size_t>(greatest - part.begin()), part.size() - 1};
    std::ranges::sort(kept);
    for (const std::size_t at : std::span(kept, std::unique(std::begin(kept), std::end(kept))))
      points.push_back(
          {std::clamp<double>(x_of(static_cast<double>(begin + at) + 0.5), 0.0, scale.width),
           factor * part[at]});
    begin = end;
  }
  return points;
}

std::vector<double> pixel_means(std::span<const double> values, const PixelScale& scale) {
  std::vector<double> means;
  const Seconds end = static_cast<double>(values.size()) * scale.interval;
  const Seconds pixel = scale.window.length() / std::max(1, scale.width);
  for (int x = 0; x < scale.width; ++x) {
    const double from = (scale.window.from + static_cast<double>(x) * pixel) / scale.interval;
    const double until = std::min(from + pixel / scale.interval, end / scale.interval);
    if (from < 0.0 || !(from < until)) break;
    double sum = 0.0;
    for (auto i = static_cast<std::size_t>(from); static_cast<double>(i) < until; ++i) {
      const auto at = static_cast<double>(i);
      sum += values[i] * (std::min(until, at + 1.0) - std::max(from, at));
    }
    means.push_back(sum / (until - from));
  }
  return means;
}

}  // namespace gpuscape::gui
