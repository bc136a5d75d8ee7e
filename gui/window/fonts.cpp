#include "gui/window/fonts.hpp"

#include <imgui.h>
#include <imgui_freetype.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <string_view>

namespace gpuscape::gui {

namespace {

constexpr std::array<const char*, 2> kTextFonts{
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
    "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf",
};
constexpr std::array<const char*, 2> kBoldFonts{
    "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf",
    "/usr/share/fonts/truetype/noto/NotoSans-Bold.ttf",
};

// Latin, Greek, punctuation, arrows, mathematical operators, blocks and shapes, marks.
constexpr std::array<ImWchar, 15> kGlyphs{0x0020, 0x024F, 0x0370, 0x03FF, 0x2010,
                                          0x205E, 0x2190, 0x21FF, 0x2200, 0x22FF,
                                          0x2500, 0x25FF, 0x2713, 0x2718, 0};

/// ImGui ends the process over a file that is missing or no font, so both are looked at first.
bool is_font(const char* path) {
  std::ifstream file(path, std::ios::binary);
  std::array<char, 4> head{};
  if (!file.read(head.data(), head.size())) return false;
  const std::string_view magic(head.data(), head.size());
  return magic == std::string_view("\0\1\0\0", 4) || magic == "OTTO" || magic == "true";
}

/// Instead of those above, for machines that keep their fonts elsewhere.
const char* named_font() { return std::getenv("GPUSCAPE_FONT"); }  // NOLINT(concurrency-mt-unsafe)

template <std::size_t N>
bool add_first(const std::array<const char*, N>& paths, float height) {
  for (const char* path : paths) {
    if (!is_font(path)) continue;
    ImGui::GetIO().Fonts->AddFontFromFileTTF(path, height, nullptr, kGlyphs.data());
    return true;
  }
  return false;
}

bool add_font(const std::array<const char*, 2>& paths, float height) {
  const char* named = named_font();
  if (named != nullptr) return add_first(std::array<const char*, 1>{named}, height);
  return add_first(paths, height);
}

}  // namespace

std::string load_fonts(float scale) {
  ImFontAtlas& fonts = *ImGui::GetIO().Fonts;
  fonts.Clear();
  fonts.FontBuilderIO = ImGuiFreeType::GetBuilderForFreeType();
  const float height = kTextHeight * scale;
  std::string missing;
  for (const auto& paths : {kTextFonts, kBoldFonts}) {
    if (add_font(paths, height)) continue;
    ImFontConfig config;
    config.SizePixels = height;
    fonts.AddFontDefault(&config);
    missing = "no DejaVu Sans or Noto Sans font is installed; using a built-in one";
  }
  return missing;
}

}  // namespace gpuscape::gui
