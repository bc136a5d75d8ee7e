#include "gui/window/theme.hpp"

namespace gpuscape::gui {

namespace {

constexpr ImU32 rgb(unsigned hex) {
  return IM_COL32((hex >> 16U) & 0xFFU, (hex >> 8U) & 0xFFU, hex & 0xFFU, 0xFF);
}

ImVec4 vec(ImU32 colour) { return ImGui::ColorConvertU32ToFloat4(colour); }

void set_colours(const Theme& theme) {
  ImVec4* colours = ImGui::GetStyle().Colors;
  const auto set = [&](int which, ImU32 colour) { colours[which] = vec(colour); };
  set(ImGuiCol_Text, theme.text);
  set(ImGuiCol_TextDisabled, theme.dim);
  set(ImGuiCol_WindowBg, theme.panel);
  set(ImGuiCol_ChildBg, faded(theme.panel, 0.0F));
  set(ImGuiCol_PopupBg, theme.panel);
  set(ImGuiCol_Border, theme.line);
  set(ImGuiCol_FrameBg, theme.raised);
  set(ImGuiCol_FrameBgHovered, theme.hovered);
  set(ImGuiCol_FrameBgActive, theme.hovered);
  set(ImGuiCol_TitleBg, theme.ground);
  set(ImGuiCol_TitleBgActive, theme.ground);
  set(ImGuiCol_MenuBarBg, theme.ground);
  set(ImGuiCol_ScrollbarBg, faded(theme.panel, 0.0F));
  set(ImGuiCol_ScrollbarGrab, theme.line);
  set(ImGuiCol_ScrollbarGrabHovered, theme.dim);
  set(ImGuiCol_ScrollbarGrabActive, theme.dim);
  set(ImGuiCol_CheckMark, theme.accent);
  set(ImGuiCol_SliderGrab, theme.accent);
  set(ImGuiCol_SliderGrabActive, theme.accent);
  set(ImGuiCol_Button, theme.raised);
  set(ImGuiCol_ButtonHovered, theme.hovered);
  set(ImGuiCol_ButtonActive, theme.hovered);
  set(ImGuiCol_Header, theme.hovered);
  set(ImGuiCol_HeaderHovered, theme.hovered);
  set(ImGuiCol_HeaderActive, theme.hovered);
  set(ImGuiCol_Separator, theme.line);
  set(ImGuiCol_TableHeaderBg, theme.ground);
  set(ImGuiCol_TableBorderStrong, theme.line);
  set(ImGuiCol_TableBorderLight, theme.line);
  set(ImGuiCol_TableRowBg, faded(theme.panel, 0.0F));
  set(ImGuiCol_TableRowBgAlt, faded(theme.ground, 0.6F));
  set(ImGuiCol_TextSelectedBg, faded(theme.accent, 0.35F));
  set(ImGuiCol_NavHighlight, theme.focus);
  set(ImGuiCol_ModalWindowDimBg, IM_COL32(0, 0, 0, 110));
}

}  // namespace

Theme dark_theme() {
  Theme theme;
  theme.is_dark = true;
  theme.ground = rgb(0x14171C);
  theme.panel = rgb(0x1C2027);
  theme.raised = rgb(0x2B313B);
  theme.hovered = rgb(0x39424F);
  theme.line = rgb(0x3A424E);
  theme.text = rgb(0xE9EDF2);
  theme.dim = rgb(0xA3ADBA);
  theme.accent = rgb(0x56B4E9);
  theme.on_accent = rgb(0x0B1016);
  theme.focus = rgb(0xF0E442);
  theme.better = rgb(0x5FD3B0);
  theme.worse = rgb(0xFF9B54);
  theme.notice = rgb(0xF0C24B);
  theme.series = {rgb(0x56B4E9), rgb(0xE69F00), rgb(0x2FC49A), rgb(0xE08BBE),
                  rgb(0xF0E442), rgb(0xE8743B), rgb(0x7A9BE0)};
  return theme;
}

Theme light_theme() {
  Theme theme;
  theme.is_dark = false;
  theme.ground = rgb(0xE9ECF0);
  theme.panel = rgb(0xFBFCFD);
  theme.raised = rgb(0xE3E8EE);
  theme.hovered = rgb(0xD1D9E3);
  theme.line = rgb(0xC3CAD3);
  theme.text = rgb(0x14191F);
  theme.dim = rgb(0x535E6B);
  theme.accent = rgb(0x0072B2);
  theme.on_accent = rgb(0xFFFFFF);
  theme.focus = rgb(0xB3480A);
  theme.better = rgb(0x00694C);
  theme.worse = rgb(0xA34700);
  theme.notice = rgb(0x8A5A00);
  theme.series = {rgb(0x0072B2), rgb(0xC77700), rgb(0x008A66), rgb(0xB0558C),
                  rgb(0x8A7A00), rgb(0xC24A00), rgb(0x3C5FA8)};
  return theme;
}

ImU32 faded(ImU32 colour, float share) {
  ImVec4 parts = vec(colour);
  parts.w *= share;
  return ImGui::ColorConvertFloat4ToU32(parts);
}

void apply_theme(const Theme& theme, float scale) {
  ImGuiStyle& style = ImGui::GetStyle();
  style = ImGuiStyle();
  style.WindowRounding = 0.0F;
  style.FrameRounding = 4.0F;
  style.GrabRounding = 4.0F;
  style.PopupRounding = 4.0F;
  style.ScrollbarRounding = 4.0F;
  style.WindowBorderSize = 0.0F;
  style.PopupBorderSize = 1.0F;
  style.WindowPadding = ImVec2(10.0F, 8.0F);
  style.FramePadding = ImVec2(8.0F, 4.0F);
  style.ItemSpacing = ImVec2(8.0F, 6.0F);
  style.CellPadding = ImVec2(8.0F, 3.0F);
  style.ScrollbarSize = 12.0F;
  style.ScaleAllSizes(scale);
  set_colours(theme);
}

}  // namespace gpuscape::gui
