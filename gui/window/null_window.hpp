#pragma once

#include <memory>

#include "gui/window/window.hpp"

namespace gpuscape::gui {

/// A window without a desktop: frames are laid out and thrown away, input comes from
/// gui/window/input.hpp alone. Needs neither a display nor OpenGL.
std::unique_ptr<Window> make_null_window(Point size);

}  // namespace gpuscape::gui
