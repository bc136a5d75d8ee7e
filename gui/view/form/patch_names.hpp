#pragma once
/// What designs are called in a scenario that holds them as variants.

#include <string>
#include <vector>

#include "sim/live/live_study.hpp"

namespace gpuscape::gui {

/// One a design: "" where it is the file's own scenario without changes, else its name, with a
/// number behind it where that is in `taken` or was given before.
std::vector<std::string> patch_names(const std::vector<LiveDesign>& designs,
                                     std::vector<std::string> taken);

}  // namespace gpuscape::gui
