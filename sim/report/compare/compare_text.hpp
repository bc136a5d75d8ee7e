#pragma once

#include <string>

#include "sim/report/run/text_report.hpp"
#include "sim/study/compare/compare_result.hpp"

namespace gpuscape {

/// The comparison as the command prints it: a column for each variant, in several tables where one
/// would be wider than the terminal. Equal results give equal text.
std::string compare_text(const CompareResult& result, const TextOptions& options = {});

}  // namespace gpuscape
