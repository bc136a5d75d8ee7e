#pragma once
/// Input that comes from a script or a test, and not from a person.

#include <string_view>

#include "gui/window/keys.hpp"

namespace gpuscape::gui {

/// In pixels, from the upper left corner.
struct Point {
  float x = 0.0F;
  float y = 0.0F;
};

/// Keys have no meaning for ImGui 1.86 before this; for windows without a platform behind them.
void name_keys();

/// The size of the window and the time since the frame before.
void put_display(Point size, float seconds);
void put_mouse(Point at);
/// Of the left button (0) or the right one (1).
void put_button(int button, bool down);
void put_wheel(float up);
void put_key(KeyChord chord, bool down);
void put_text(std::string_view text);

}  // namespace gpuscape::gui
