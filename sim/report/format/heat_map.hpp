#pragma once
/// A matrix as coloured squares with numbers in them.

#include <functional>
#include <string>
#include <vector>

#include "sim/report/format/svg_panel.hpp"

namespace gpuscape {

struct HeatMap {
  std::string title;
  std::vector<std::string> names;                                    ///< of rows and columns
  std::function<double(std::size_t row, std::size_t column)> value;  ///< 0: left empty
  std::function<std::string(double)> text;
  double most = 0.0;                      ///< the darkest colour's value; 0: the largest here
  std::vector<std::string> columns = {};  ///< their names, where they are not those of rows
  double names_width = 46.0;              ///< pixels for the names of rows
};

/// As wide and as high as `box.width`, without its title.
std::string heat_map_svg(const HeatMap& map, const PanelBox& box);

}  // namespace gpuscape
