#pragma once
/// How pictures look: on a page, and each in a file of its own.

#include <string>
#include <string_view>

namespace gpuscape {

/// Style rules: colours, light and dark, as variables; what of a picture has which.
[[nodiscard]] std::string_view chart_colours();
[[nodiscard]] std::string_view chart_rules();
/// The patterns that parts are filled with, as an element that takes no room.
[[nodiscard]] std::string chart_fills();

/// A picture as the functions of charts make it, as a file: it loads nothing. What stands around
/// its SVG is left out. Empty where there is no picture.
[[nodiscard]] std::string chart_file(std::string_view figure);

}  // namespace gpuscape
