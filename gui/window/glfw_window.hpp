#pragma once

#include <memory>
#include <optional>
#include <string>

#include "gui/window/window.hpp"

namespace gpuscape::gui {

struct GlfwOptions {
  std::string title = {};
  Point size = {1440.0F, 900.0F};  ///< of the window, in pixels at scale 1
  std::optional<float> scale =
      {};  ///< of text and spacing; as the desktop says where none is given
  /// Input comes from gui/window/input.hpp, and `take_input` never waits.
  bool is_scripted = false;
};

/// A window of the desktop with OpenGL 3. Throws RunError, in one line, where there is no display
/// or no OpenGL.
std::unique_ptr<Window> make_glfw_window(const GlfwOptions& options);

}  // namespace gpuscape::gui
