#pragma once
/// Colours of the window, dark and light. Series and verdicts differ in lightness as well as in hue
/// (after Okabe and Ito's palette), so that they can be told apart without seeing red and green.

#include <imgui.h>

#include <array>
#include <cstddef>

namespace gpuscape::gui {

struct Theme {
  bool is_dark = true;
  ImU32 ground = 0;     ///< behind everything
  ImU32 panel = 0;      ///< behind a panel's content
  ImU32 raised = 0;     ///< behind buttons and fields
  ImU32 hovered = 0;    ///< behind what the mouse is over
  ImU32 line = 0;       ///< between panels, rows and along axes
  ImU32 text = 0;       ///< contrast with `panel` at least 7 : 1
  ImU32 dim = 0;        ///< text of less weight, at least 4.5 : 1
  ImU32 accent = 0;     ///< what is chosen
  ImU32 on_accent = 0;  ///< text on it
  ImU32 focus = 0;      ///< around what has the keyboard
  ImU32 better = 0;
  ImU32 worse = 0;
  ImU32 notice = 0;  ///< stale, partial, changed
  std::array<ImU32, 7> series{};

  [[nodiscard]] ImU32 design(std::size_t index) const { return series[index % series.size()]; }
};

Theme dark_theme();
Theme light_theme();

/// The same colour, `share` as opaque.
ImU32 faded(ImU32 colour, float share);

/// Gives ImGui's own widgets the theme's colours and sizes for the scale.
void apply_theme(const Theme& theme, float scale);

}  // namespace gpuscape::gui
