#pragma once
/// A value over two axes, as a cell for each pair of their values.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/report/html/chart_bars.hpp"

namespace gpuscape {

/// What is to be said of a cell beside its value; each is drawn with a mark of its own.
enum class HeatMark : std::uint8_t { none, does_not_meet, does_not_fit, not_run };

struct HeatCell {
  std::optional<double> value = {};
  HeatMark mark = HeatMark::none;
  std::string told = {};  ///< to a pointer: the design, and the value as tables have it
  bool is_best = false;   ///< of all cells
};

struct HeatAxis {
  std::string name = {};
  std::vector<std::string> values = {};
};

/// Colours go from pale to dark blue; where the largest value is more than 30 times the smallest
/// above 0, by the logarithm. Values are printed in cells that have room for them. `words.axis`
/// says what the colours mean. Empty where no cell has a finite value.
[[nodiscard]] std::string heat_chart(const ChartWords& words, const HeatAxis& rows,
                                     const HeatAxis& columns, const std::vector<HeatCell>& cells);

}  // namespace gpuscape
