#pragma once
/// The designs of a page as its pictures have them.

#include <vector>

#include "sim/report/page/page_data.hpp"
#include "sim/report/pictures/design_pictures.hpp"

namespace gpuscape {

[[nodiscard]] std::vector<PictureDesign> picture_designs(const PageComparison& of);
/// A run alone.
[[nodiscard]] PictureDesign picture_design(const PageResult& of, std::string name);

}  // namespace gpuscape
