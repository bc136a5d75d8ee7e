#pragma once
/// Where frames go and input comes from: a window of the desktop, or nothing at all, in tests. The
/// functions are called from one thread, but for `wake`.

#include <cstdint>
#include <string>
#include <vector>

#include "gui/window/input.hpp"

namespace gpuscape::gui {

/// Pixels of a frame, three bytes each (red, green, blue), rows from the top.
struct Picture {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> bytes = {};
};

/// Owns ImGui's context: at most one window is alive in a process at a time.
class Window {
 public:
  Window() = default;
  virtual ~Window() = default;
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  /// Takes input; `may_block`: waits until there is some, or a `wake`.
  virtual void take_input(bool may_block) = 0;
  /// Ends the waiting of `take_input`, from any thread.
  virtual void wake() = 0;
  /// Begins a frame of ImGui with the input there is.
  virtual void begin_frame() = 0;
  /// Ends the frame and shows it.
  virtual void end_frame() = 0;
  /// The person closed it. `stay` takes that back.
  [[nodiscard]] virtual bool is_closing() const = 0;
  virtual void stay() = 0;
  /// Of text and spacing.
  [[nodiscard]] virtual float scale() const = 0;
  virtual void set_title(const std::string& title) = 0;
  /// Files that were dropped on it since the last call.
  virtual std::vector<std::string> take_dropped() = 0;
  /// Of the last frame; empty where nothing is drawn.
  [[nodiscard]] virtual Picture picture() const = 0;
};

}  // namespace gpuscape::gui
