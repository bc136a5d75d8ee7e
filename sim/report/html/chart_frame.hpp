#pragma once
/// What pictures of a page share: their frame, texts and value axis.

#include <string>
#include <string_view>

#include "sim/report/html/chart_bars.hpp"

namespace gpuscape {

inline constexpr double kChartWidth = 760.0;

/// A figure with the picture in it. `height` in user units, of kChartWidth across.
std::string chart_figure(const ChartWords& words, double height, std::string_view inside);

/// A text of class `kind`; `anchor` is "start", "middle" or "end". The text is escaped.
std::string chart_text(std::string_view kind, double x, double y, std::string_view text,
                       std::string_view anchor = "start");
/// A design's name, cut to `most` characters, with what is said behind it.
std::string chart_name(double x, double y, std::string_view name, std::size_t most,
                       std::string_view behind, std::string_view anchor);

/// A rectangle that is filled with pattern `pattern`, and what a pointer is told.
std::string chart_rect(double x, double y, double width, double height, std::size_t pattern,
                       std::string_view told);

/// How wide a text is on average, in user units: for where the next one begins.
double chart_text_width(std::string_view text, double size = 12.0);

}  // namespace gpuscape
