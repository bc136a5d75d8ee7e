#pragma once
/// What stands in the cells of a comparison's tables.

#include <string>
#include <string_view>

#include "sim/study/compare/compare_result.hpp"

namespace gpuscape {

/// Behind how intervals are made, where any ratio decides.
inline constexpr std::string_view kJudgedByRatio = "; waits are judged by their ratios";

/// "no difference shown"; empty where there is no interval.
std::string verdict_text(Verdict verdict);

/// The value of one side; "overloaded" where it depends on when the run stops, "≥ 200 k" where a
/// part of a cost is not counted.
std::string marked_text(double value, const StudyResult& study, const Metric& metric);

/// "+12 min to +3 h", "+1.0 to +3.0 points"; empty where there is none.
std::string difference_text(const MetricDifference& metric, const StudyResult& study,
                            const StudyResult& baseline);
/// The same of any difference that is printed so.
std::string interval_text(const Estimate& difference, MetricPrint print);

/// The interval that the verdict rests on: that of the difference or, where that holds zero and the
/// ratio's decides, of the change: "+12 to +55 %".
std::string decisive_interval(const Difference& of, MetricPrint print);
/// "−3.8 to −2.9 min" of "−3.8 min to −2.9 min".
std::string in_one_unit(const std::string& interval);

/// "yes", or "no: wait, budget".
std::string slo_text(const StudyResult& study);

}  // namespace gpuscape
