#pragma once

#include <string>

#include "gui/window/window.hpp"

namespace gpuscape::gui {

/// Writes a picture as a PNG file. Throws RunError where it cannot.
void write_png(const std::string& path, const Picture& picture);

}  // namespace gpuscape::gui
