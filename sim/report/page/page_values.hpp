#pragma once
/// The values of designs as a page prints them.

#include <optional>
#include <string>
#include <vector>

#include "sim/report/page/page_data.hpp"

namespace gpuscape {

/// What a design has of a metric; none where it has none.
[[nodiscard]] std::optional<Estimate> page_value(const PageComparison& of, std::size_t design,
                                                 const Metric& metric);
/// The same of a run.
[[nodiscard]] std::optional<Estimate> page_value(const PageResult& of, const Metric& metric);

/// How it differs from the baseline; null where nothing says so.
[[nodiscard]] const MetricDifference* page_difference(const PageDesign& design,
                                                      const Metric& metric);

/// Whether the value depends on when the run stops, and nothing is to be drawn of it.
[[nodiscard]] bool has_no_value(const PageDesign& design, const Metric& metric);

/// "16 min (7–31)"; "≥ 2.3 M" where a part of a cost is not counted, "overloaded" as tables of
/// `compare` have it.
[[nodiscard]] std::string page_value_text(const PageDesign& design, const Estimate& value,
                                          const Metric& metric);

/// "queue wait p95", "total cost (EUR)".
[[nodiscard]] std::string page_label(const PageResult* result, const Metric& metric);
[[nodiscard]] std::string page_label(const PageComparison& of, const Metric& metric);

/// The metrics that decide and that a design has a value of; first those in which one differs.
struct PageColumns {
  std::vector<const Metric*> shown = {};
  std::vector<const Metric*> same = {};   ///< in all designs
  std::vector<const Metric*> other = {};  ///< compared, but they do not decide
};
[[nodiscard]] PageColumns page_columns(const PageComparison& of);

/// Whether any design of it has a cost, or an objective.
[[nodiscard]] bool has_cost(const PageComparison& of);
[[nodiscard]] bool has_objective(const PageComparison& of);

}  // namespace gpuscape
