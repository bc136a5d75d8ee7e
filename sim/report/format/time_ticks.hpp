#pragma once
/// Where a time axis has marks, and what stands below them: numbers since the start, or dates.

#include <optional>
#include <string>
#include <vector>

#include "sim/base/units/quantity.hpp"

namespace gpuscape {

struct AxisTick {
  double at = 0.0;  ///< s since the start
  std::string label = {};
};

/// "2017-09-18" of seconds since 1970.
std::string date_text(Seconds unix_date);

/// A time axis from 0 to `end` seconds, or the part of it that is shown.
struct TimeAxis {
  double end = 1.0;
  std::optional<Seconds> unix_origin = {};  ///< Unix time of its start, where the log says it
  Seconds begin{0.0};                       ///< from here on it is shown

  /// At most twelve or so: at whole minutes, hours, days, weeks or months of the calendar (UTC), or
  /// where no date is known at round numbers of the unit.
  [[nodiscard]] std::vector<AxisTick> ticks() const;
  /// "UTC, from 2017-10-03"; "days since the first submission" where no date is known and `what`
  /// is "the first submission".
  [[nodiscard]] std::string title(std::string_view what) const;
};

}  // namespace gpuscape
