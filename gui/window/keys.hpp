#pragma once
/// Keys as the window knows them, whatever version of ImGui is built with: 1.86 has key codes of
/// the platform in an array, later ones have events and names.

#include <cstdint>
#include <optional>
#include <string_view>

namespace gpuscape::gui {

enum class Key : std::uint8_t {
  tab,
  left,
  right,
  up,
  down,
  page_up,
  page_down,
  home,
  end,
  del,
  backspace,
  space,
  enter,
  escape,
  f1,
  a,
  c,
  e,
  n,
  o,
  q,
  r,
  s,
  v,
  x,
  y,
  z,
};

/// What is held down beside a key.
struct Modifiers {
  bool control = false;
  bool shift = false;
  friend bool operator==(const Modifiers&, const Modifiers&) = default;
};

struct KeyChord {
  Key key = Key::enter;
  Modifiers with = {};
};

/// "Ctrl+Shift+Z", "F1", "Tab"; nothing for what is not a key.
std::optional<KeyChord> key_chord(std::string_view text);

/// Whether the key went down in this frame with exactly these modifiers; `repeat`: also while it is
/// held.
bool was_pressed(KeyChord chord, bool repeat = false);

/// Whether the character was typed in this frame: the same on every keyboard.
bool was_typed(char character);

/// Whether Tab goes from field to field, as ImGui has it, or is left to the program. To be called
/// before a frame.
void leave_tab_to_imgui(bool is_left);

}  // namespace gpuscape::gui
