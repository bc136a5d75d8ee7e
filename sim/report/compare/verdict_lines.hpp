#pragma once
/// What a comparison comes to, in words and in compare.json.

#include <string>
#include <string_view>

#include "sim/base/json/json.hpp"
#include "sim/study/compare/compare_result.hpp"

namespace gpuscape {

/// From when on a difference counts; empty where no metric has an interval.
[[nodiscard]] std::string threshold_line(const CompareResult& result);

/// The last lines of the comparison: which design to take, by what, in which respects the others
/// differ, and what it does not rest on. Empty where there is no verdict at all.
[[nodiscard]] std::string verdict_lines(const CompareResult& result);

/// As compare.json has it: "cost".
[[nodiscard]] std::string_view verdict_by_name(BoardVerdict::By by);

/// Null where there is none.
[[nodiscard]] JsonValue verdict_json(const CompareResult& result);

}  // namespace gpuscape
