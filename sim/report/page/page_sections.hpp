#pragma once
/// The blocks of a page, one for each folder.

#include <string>

#include "sim/report/page/page_data.hpp"

namespace gpuscape {

/// Where a block stands.
struct PagePlace {
  int level = 2;        ///< of its headings
  std::string id = {};  ///< before the ids of its parts: "folder-1"
};

// Each is HTML without the heading of the block itself.
std::string comparison_block(const PageComparison& of, const PagePlace& place);
std::string run_block(const PageResult& of, const PagePlace& place);
std::string steps_comparison_block(const PageStepsComparison& of, const PagePlace& place);
std::string steps_block(const PageSteps& of, const PagePlace& place);

}  // namespace gpuscape
