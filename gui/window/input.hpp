#pragma once
/// Input that comes from a script or a test, and not from a person.

#include <string_view>
#include <vector>

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

/// Key presses that a slow frame would lose: ImGui 1.86 asks once a frame which keys are down, and
/// a key that went down and up again between two frames was never down. Later versions queue
/// events.
class ShortPresses {
 public:
  /// A key of the platform went down.
  void press(int key, Modifiers with);
  /// A key went down and up again, with all that is held beside it.
  void tap(KeyChord chord);
  /// Before a frame: what was pressed since the last one is down in this one, with its modifiers.
  void begin_frame();
  /// After a frame: what went up meanwhile is up.
  void end_frame();

 private:
  struct Press {
    int key = 0;
    bool is_still_down = false;
  };
  std::vector<Press> presses_;
  Modifiers with_;  ///< of the last press
  Modifiers held_;  ///< as they are, while a frame has those of the press
};

/// Whether ImGui has input that it keeps for the next frame.
bool is_input_waiting();

}  // namespace gpuscape::gui
