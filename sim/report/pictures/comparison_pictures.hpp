#pragma once
/// What a comparison leaves as pictures: the same as on its page, and what needs its jobs.

#include <string>
#include <vector>

#include "sim/study/compare/compare_result.hpp"

namespace gpuscape {

struct PictureFile {
  std::string name;  ///< "compare-wait.svg"
  std::string svg;
};

/// Those that there is something to draw of.
[[nodiscard]] std::vector<PictureFile> comparison_pictures(const CompareResult& result);

}  // namespace gpuscape
