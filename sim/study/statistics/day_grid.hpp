#pragma once
/// Cuts the time of a run into days and days into blocks. Statistics keep one sum a day; the
/// bootstrap draws blocks.

#include <cstddef>
#include <string>
#include <vector>

#include "sim/base/units/quantity.hpp"

namespace gpuscape {

class DayGrid {
 public:
  /// Days count from `from` to the last submission; what follows until `to` belongs to the last
  /// day. A remainder shorter than half a day joins the last one. Blocks are single days, from 56
  /// days on weeks; a remainder shorter than half a week joins the last one. Beyond ten years a
  /// "day" is several.
  DayGrid(Seconds from, Seconds last_submit, Seconds to);

  [[nodiscard]] std::size_t days() const { return days_; }
  /// The day of a date; dates outside belong to the first or last day.
  [[nodiscard]] std::size_t day_of(Seconds date) const;
  /// begin(days()) is the end of the grid.
  [[nodiscard]] Seconds begin(std::size_t day) const;

  [[nodiscard]] std::size_t block_days() const { return block_days_; }
  [[nodiscard]] std::size_t blocks() const { return blocks_; }
  [[nodiscard]] std::size_t block_of(std::size_t day) const;
  /// "61 days", "9 weeks".
  [[nodiscard]] std::string blocks_text() const;

 private:
  Seconds from_;
  Seconds to_;
  Seconds day_length_{86400.0};
  std::size_t days_ = 1;
  std::size_t block_days_ = 1;
  std::size_t blocks_ = 1;
};

/// Sums over each day: of a quantity, and of what it is divided by (jobs, seconds). A mean wait, a
/// time average and a share are all the ratio of the two totals.
struct DayCells {
  explicit DayCells(std::size_t days) : numerator(days, 0.0), denominator(days, 0.0) {}
  /// NaN where the denominators add up to 0.
  [[nodiscard]] double ratio() const;
  [[nodiscard]] double denominators() const;

  std::vector<double> numerator;
  std::vector<double> denominator;
};

}  // namespace gpuscape
