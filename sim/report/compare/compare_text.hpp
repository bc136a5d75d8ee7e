#pragma once

#include <string>
#include <vector>

#include "sim/report/run/text_report.hpp"
#include "sim/study/compare/compare_result.hpp"

namespace gpuscape {

/// The comparison as the command prints it: a column for each variant, in several tables where one
/// would be wider than the terminal. Equal results give equal text.
std::string compare_text(const CompareResult& result, const TextOptions& options = {});

/// The groups of one kind that lose, or that none does: "user ann: 40 % of its jobs > 10 % later".
std::vector<std::string> losing_parts(const LaterJobs& later);

}  // namespace gpuscape
