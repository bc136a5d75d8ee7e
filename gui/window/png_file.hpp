#pragma once

#include <string>

#include "gui/window/window.hpp"

namespace gpuscape::gui {

/// Writes a picture as a PNG file. Throws RunError where it cannot.
void write_png(const std::string& path, const Picture& picture);

/// The same, but a file that is there already is refused.
void write_new_png(const std::string& path, const Picture& picture);

}  // namespace gpuscape::gui
