#pragma once
/// Tables of sacct that cannot be read as they are, and what to write instead.

#include <string>
#include <string_view>
#include <vector>

#include "sim/workload/rows/table_header.hpp"

namespace gpuscape {

/// Fields that are a job and no names of columns: the header is missing (-n, --noheader).
[[nodiscard]] bool is_sacct_row(const std::vector<std::string>& fields);

/// The first line of a table of fixed width, which sacct writes without --parsable2.
[[nodiscard]] bool is_fixed_width(std::string_view line);

/// Throws ScenarioError for a table without header, of fixed width, or with commas.
void refuse_other_dress(const TableHeader& header, char delimiter);

}  // namespace gpuscape
