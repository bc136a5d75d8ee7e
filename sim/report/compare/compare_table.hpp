#pragma once
/// The tables of a comparison: a column for the baseline and one for each variant.

#include <cstddef>
#include <string>

#include "sim/study/compare/compare_result.hpp"

namespace gpuscape {

inline constexpr std::size_t kMostColumnName = 40;

/// How a variant is called in the report.
std::string column_name(const CompareResult& result, std::size_t variant);

/// One table, or several below each other where one would be wider than `width` columns (0: any).
std::string compare_tables(const CompareResult& result, std::size_t width);

}  // namespace gpuscape
