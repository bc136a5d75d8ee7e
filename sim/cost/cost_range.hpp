#pragma once
/// How far the ranges of all inputs together move a total.

#include "sim/cost/cost_model.hpp"

namespace gpuscape {

struct CostRange {
  static constexpr int kDraws = 1000;

  double low = 0.0;   ///< every input at the end that makes it cheaper
  double high = 0.0;  ///< every input at the other end
  /// Between these lie nine tenths of the draws, in which each input is drawn by itself from the
  /// triangle over its range with its top at the value.
  double drawn_low = 0.0;
  double drawn_middle = 0.0;  ///< the median
  double drawn_high = 0.0;

  [[nodiscard]] bool is_one() const { return !(low < high); }
};

/// Of the total over the horizon. A function of the design, its use and the run's seed; an input
/// has the same draws in every design that has it under that name.
[[nodiscard]] CostRange cost_range(const CostModel& model, const Usage& usage);

}  // namespace gpuscape
