#pragma once
/// The pictures of a comparison or of a run. Each is empty where there is nothing to draw.

#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sim/base/units/quantity.hpp"
#include "sim/study/metrics/metrics.hpp"
#include "sim/study/metrics/study_result.hpp"

namespace gpuscape {

/// A cost as pictures and tables have it.
struct PictureCost {
  std::string currency = {};  ///< "EUR"
  Seconds horizon{0.0};
  double capex = 0.0, opex = 0.0, total = 0.0, tax = 0.0;
  /// Of nine in ten draws; NaN where there are none.
  double drawn_low = std::numeric_limits<double>::quiet_NaN();
  double drawn_high = std::numeric_limits<double>::quiet_NaN();
  std::vector<std::pair<std::string, double>> items = {};  ///< in the order of the scenario
};

/// A design as pictures have it; a run alone is one, too.
struct PictureDesign {
  std::string name = {};
  bool is_baseline = false;
  std::size_t number = 1;  ///< its row in the table
  /// Of the GPU time that jobs held, lost by cause, in the order of gpu_time_causes(); NaN: no such
  /// value. Empty: nothing is known of the design.
  std::vector<double> lost = {};
  std::optional<PictureCost> cost = {};
  bool is_complete = true;            ///< everything of its cost is counted
  std::optional<Estimate> wait = {};  ///< p95 queue wait, s; none: nothing is drawn
  std::string wait_text = {};
};

/// The metric that pictures have of waits: the p95 queue wait.
[[nodiscard]] const Metric& pictured_wait();

/// p95 queue wait by design, with intervals.
[[nodiscard]] std::string wait_picture(std::span<const PictureDesign> designs,
                                       const std::string& id);
/// GPU time lost, by cause.
[[nodiscard]] std::string lost_time_picture(std::span<const PictureDesign> designs,
                                            const std::string& id);
/// The same as a table.
[[nodiscard]] std::string lost_time_table(std::span<const PictureDesign> designs);

/// Whether costs are comparable: the same currency over the same horizon in all
/// designs that have one. False where none has.
[[nodiscard]] bool costs_are_comparable(std::span<const PictureDesign> designs);
/// Cost by item.
[[nodiscard]] std::string cost_picture(std::span<const PictureDesign> designs,
                                       const std::string& id);
/// The same as a table, with capex, opex and the range of the total.
[[nodiscard]] std::string cost_table(std::span<const PictureDesign> designs);
/// Cost against p95 wait, and which designs are efficient.
[[nodiscard]] std::string cost_and_wait_picture(std::span<const PictureDesign> designs,
                                                const std::string& id);

}  // namespace gpuscape
