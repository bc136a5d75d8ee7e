#pragma once

#include <string>

namespace gpuscape::gui {

/// The height of the text at scale 1, in pixels.
inline constexpr float kTextHeight = 15.0F;

/// Loads the fonts of the window into ImGui's atlas: the text font, then the bold one. Where a file
/// is missing or is no font, the font inside ImGui stands in, without which nothing could be read.
/// Returns what was missing, in words; empty where nothing was.
std::string load_fonts(float scale);

}  // namespace gpuscape::gui
