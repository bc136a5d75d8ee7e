#pragma once
/// Cost against wait, with the designs that no other one beats in both.

#include <span>
#include <string>
#include <vector>

#include "sim/report/html/chart_bars.hpp"

namespace gpuscape {

struct ScatterPoint {
  std::string name = {};
  std::size_t number = 0;  ///< its label: the row of the design in the table
  double x = 0.0, y = 0.0;
  std::string text = {};  ///< "2.3 M, 1 h 13 min"
  bool is_judged = true;  ///< false: drawn, but one of its values is not all of it
  bool is_efficient = false;
};

/// Of each point whether no other one is lower in one value and not higher in the other. Points
/// that are not judged are neither efficient nor in anybody's way. Equal points are efficient
/// together.
void mark_efficient(std::span<ScatterPoint> points);

/// x to the right in the unit of `words`, y upwards in `unit`. Empty with fewer than two points.
[[nodiscard]] std::string scatter_chart(const ChartWords& words, const std::string& y_axis,
                                        AxisUnit unit, std::span<const ScatterPoint> points);

}  // namespace gpuscape
