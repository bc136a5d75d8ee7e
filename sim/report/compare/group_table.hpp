#pragma once
/// Who gains and who loses: waits by group, before and after.

#include <string>
#include <string_view>

#include "sim/base/json/json.hpp"
#include "sim/study/compare/compare_result.hpp"

namespace gpuscape {

/// A table for each variant, of the first replication: those that lose most, and those that gain
/// most. `by` is one of kGroupings.
[[nodiscard]] std::string group_tables(const CompareResult& result, std::string_view by);

}  // namespace gpuscape
