#pragma once
/// Which figure of designs the pictures of a sweep show.

#include <string>

#include "sim/report/html/chart_axis.hpp"
#include "sim/report/sweep/sweep_text.hpp"

namespace gpuscape {

/// The wait against which costs are drawn, and which is shown where nothing is looked for.
inline constexpr const char* kPicturedWait = "queue_wait_p95_s";

/// What is looked for, over all axes; where a value of an axis decides, or nothing, the shortest
/// wait.
[[nodiscard]] FindSpec pictured_find(const DesignSpace& space);

[[nodiscard]] AxisUnit unit_of_figure(const std::string& figure);
/// "p95 queue wait", "total cost (USD)".
[[nodiscard]] std::string words_of_figure(const std::string& figure, const std::string& currency);
/// The first that a record names; empty where no record has a cost.
[[nodiscard]] std::string currency_of(const SweepOutcome& outcome);

}  // namespace gpuscape
