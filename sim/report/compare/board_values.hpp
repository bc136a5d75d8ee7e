#pragma once
/// The values that a table of designs is made of, as text or CSV.

#include <optional>
#include <string_view>
#include <vector>

#include "sim/study/compare/compare_result.hpp"

namespace gpuscape {

inline constexpr std::string_view kMeetsSlo = "meets_slo";
inline constexpr std::string_view kGpus = "gpus";

/// The metrics that are compared, those that decide first (Metric::decides).
[[nodiscard]] std::vector<const Metric*> deciding_metrics();
/// The same; those in which a design is better or worse, higher or lower than the baseline come
/// before all others.
[[nodiscard]] std::vector<const Metric*> deciding_metrics(const CompareResult& result);

/// What a design has of a metric; none where it has no such figure, or was not finished.
[[nodiscard]] std::optional<double> board_value(const CompareResult& result, std::size_t design,
                                                const Metric& metric);
/// How it differs from the baseline; null where nothing says so.
[[nodiscard]] const MetricDifference* board_difference(const CompareResult& result,
                                                       std::size_t design, const Metric& metric);

/// Whether any design has it, and tables show it.
[[nodiscard]] bool has_board_value(const CompareResult& result, const Metric& metric);
/// Whether all designs have it, with the same value in each to the last digit, and none differs.
[[nodiscard]] bool is_same_in_all(const CompareResult& result, const Metric& metric);

}  // namespace gpuscape
