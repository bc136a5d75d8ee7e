#pragma once
/// Result folders as one HTML page that stands alone.

#include <span>
#include <string>

#include "sim/report/page/page_data.hpp"

namespace gpuscape {

/// The whole document: a block for each folder, a table of contents where there are several, and
/// what is not shown of them. It loads nothing and runs nothing; every text of a folder is escaped,
/// and of paths only names are told. Equal folders give equal bytes.
std::string report_page(std::span<const PageFolder> folders);

}  // namespace gpuscape
