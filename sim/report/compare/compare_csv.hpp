#pragma once
/// The comparison as a table for a spreadsheet.

#include <string>
#include <vector>

#include "sim/report/compare/board_table.hpp"

namespace gpuscape {

/// A row for each design, in the order of `options.sort`, numbers in SI units: of each metric
/// (`options.columns`; empty: all that are compared) the value, its difference to the baseline with
/// the interval, and the verdict. A cell is empty where there is nothing to say. `folders` is as in
/// compare_json; empty: no such column.
[[nodiscard]] std::string compare_csv(const CompareResult& result,
                                      const std::vector<std::string>& folders,
                                      const BoardOptions& options = {});

}  // namespace gpuscape
