#pragma once
/// Pictures with a row for each design, as inline SVG. Colours are those of the page's style; every
/// part has a pattern too. Equal input gives equal bytes.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/report/html/chart_axis.hpp"

namespace gpuscape {

/// Patterns that parts of a bar are told apart by; what is beyond the last one is put together.
inline constexpr std::size_t kChartPatterns = 10;

/// What every picture has.
struct ChartWords {
  std::string id = {};     ///< of its title and description in the page
  std::string title = {};  ///< as a heading above it
  std::string about = {};  ///< for who cannot see it
  std::string axis = {};   ///< "p95 queue wait"
  AxisUnit unit = AxisUnit::share;
};

/// A bar from 0 to `value`, and its interval.
struct IntervalRow {
  std::string name = {};
  bool is_baseline = false;
  std::optional<double> value = {};  ///< none: no bar
  std::optional<double> low = {}, high = {};
  std::string text = {};  ///< at its end: the value as tables have it
};
/// Empty where no row has a value above 0.
[[nodiscard]] std::string interval_chart(const ChartWords& words,
                                         const std::vector<IntervalRow>& rows);

/// A bar of parts; negative ones lie to the left of 0.
struct StackRow {
  std::string name = {};
  bool is_baseline = false;
  std::vector<double> parts = {};  ///< as many as the chart has names for
  std::string text = {};           ///< at its end
};
/// `parts` are their names. Those beyond the patterns, the smallest over all rows, are put together
/// as "other". Empty where all parts of all rows are 0.
[[nodiscard]] std::string stack_chart(const ChartWords& words, std::vector<std::string> parts,
                                      std::vector<StackRow> rows);

}  // namespace gpuscape
