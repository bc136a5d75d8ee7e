#pragma once
/// What designs cost where something that changes their runs has other values.

#include <string>

#include "sim/study/compare/compare_result.hpp"

namespace gpuscape {

/// A table of the designs' totals by value, and between which values another one is the cheapest;
/// empty where nothing is varied.
std::string varied_lines(const CompareResult& result);

}  // namespace gpuscape
