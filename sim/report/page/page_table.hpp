#pragma once
/// The designs of a comparison as a table.

#include <string>

#include "sim/report/page/page_data.hpp"

namespace gpuscape {

/// A row for each design, numbered; a column for each metric that decides, with interval, verdict
/// and the interval of the difference. Below it what is the same in all, and what else is compared.
std::string design_table(const PageComparison& of);

}  // namespace gpuscape
