#include <imgui.h>

#include <algorithm>
#include <array>

#include "gui/panel/app.hpp"

namespace gpuscape::gui {

namespace {

/// In pixels.
struct Box {
  float left = 0.0F;
  float top = 0.0F;
  float width = 0.0F;
  float height = 0.0F;
  [[nodiscard]] float right() const { return left + width; }
  [[nodiscard]] float bottom() const { return top + height; }
};

constexpr float kGap = 6.0F;
constexpr float kTitle = 46.0F;
constexpr float kStatus = 28.0F;

struct Places {
  std::array<Box, kPanels> panels{};
  Box status;
  Box left_edge, right_edge, below_answer, below_timeline;  // what divides, to be dragged
  Box all;
};

void bound(Split& split) {
  split.left = std::clamp(split.left, 0.14F, 0.4F);
  split.right = std::clamp(split.right, 0.12F, 0.4F);
  split.answer = std::clamp(split.answer, 0.12F, 0.6F);
  split.timeline = std::clamp(split.timeline, 0.12F, 0.85F - split.answer);
}

/// Of `share` of the height, no more than the answers need.
float answer_height(const Screen& screen, float share) {
  return screen.answer_height > 0.0F ? std::min(share, screen.answer_height) : share;
}

Places places(const Ui& ui, const Screen& screen) {
  const Split& split = screen.split;
  const ImGuiViewport& view = *ImGui::GetMainViewport();
  Places result;
  const float gap = ui.px(kGap);
  const Box all{view.Pos.x, view.Pos.y, view.Size.x, view.Size.y};
  const float top = all.top + ui.px(kTitle) + gap;
  const float height = all.height - ui.px(kTitle) - gap - ui.px(kStatus);
  const float left = all.width * split.left;
  const float right = all.width * split.right;
  const float centre = all.width - left - right - gap - gap;
  const float middle = all.left + left + gap;
  const float answer = answer_height(screen, height * split.answer);
  const float timeline = height * split.timeline;
  const float below = top + answer + timeline + gap + gap;
  const auto panel = [&](PanelId id) -> Box& {
    return result.panels[static_cast<std::size_t>(id)];
  };
  panel(PanelId::title) = {all.left, all.top, all.width, ui.px(kTitle)};
  panel(PanelId::form) = {all.left, top, left, height};
  panel(PanelId::answer) = {middle, top, centre, answer};
  panel(PanelId::timeline) = {middle, top + answer + gap, centre, timeline};
  panel(PanelId::below) = {middle, below, centre, top + height - below};
  panel(PanelId::details) = {all.left + all.width - right, top, right, height};
  result.status = {all.left, top + height, all.width, ui.px(kStatus)};
  result.left_edge = {all.left + left, top, gap, height};
  result.right_edge = {all.left + all.width - right - gap, top, gap, height};
  result.below_answer = {middle, top + answer, centre, gap};
  result.below_timeline = {middle, top + answer + gap + timeline, centre, gap};
  result.all = all;
  return result;
}

/// A divider; how far it was dragged along x or y in this frame.
Point divider(App& app, const char* id, const Box& box, ImGuiMouseCursor cursor) {
  ImGui::SetCursorScreenPos(ImVec2(box.left, box.top));
  ImGui::InvisibleButton(id, ImVec2(std::max(1.0F, box.width), std::max(1.0F, box.height)));
  app.widgets().note_last(id, "");
  if (ImGui::IsItemHovered() || ImGui::IsItemActive()) {
    ImGui::SetMouseCursor(cursor);
    ImGui::GetWindowDrawList()->AddRectFilled(ImVec2(box.left, box.top),
                                              ImVec2(box.right(), box.bottom()),
                                              faded(app.theme().accent, 0.5F));
  }
  if (!ImGui::IsItemActive()) return {};
  return {ImGui::GetIO().MouseDelta.x, ImGui::GetIO().MouseDelta.y};
}

constexpr ImGuiWindowFlags kFixed = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                    ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoCollapse |
                                    ImGuiWindowFlags_NoBringToFrontOnFocus |
                                    ImGuiWindowFlags_NoSavedSettings;

void draw_status(App& app, const Box& box) {
  const Screen& screen = app.screen();
  const std::string_view message =
      screen.message.empty() ? std::string_view("F1 help · D copy the design · Tab next panel")
                             : std::string_view(screen.message);
  const std::string line(message.substr(0, message.find('\n')));
  const ImU32 colour = screen.message.empty() ? app.theme().dim
                       : screen.is_failure    ? app.theme().worse
                                              : app.theme().text;
  const float pad = app.ui().px(10.0F);
  const Point at{box.left + pad, box.top + app.ui().px(5.0F)};
  draw_text(*ImGui::GetWindowDrawList(), at, colour, line, box.width - 2.0F * pad);
  app.widgets().note("status", {{box.left, box.top}, {box.right(), box.bottom()}, screen.message});
}

/// Behind the panels: what divides them, and the line at the bottom.
void draw_ground(App& app, const Places& places) {
  ImGui::SetNextWindowPos(ImVec2(places.all.left, places.all.top));
  ImGui::SetNextWindowSize(ImVec2(places.all.width, places.all.height));
  ImGui::PushStyleColor(ImGuiCol_WindowBg, app.theme().ground);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0.0F, 0.0F));
  ImGui::Begin("ground", nullptr,
               kFixed | ImGuiWindowFlags_NoNavInputs | ImGuiWindowFlags_NoScrollbar |
                   ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoFocusOnAppearing);
  Split& split = app.screen().split;
  const float height = places.panels[static_cast<std::size_t>(PanelId::form)].height;
  const float width = places.all.width;
  split.left += divider(app, "divide.left", places.left_edge, ImGuiMouseCursor_ResizeEW).x / width;
  split.right -=
      divider(app, "divide.right", places.right_edge, ImGuiMouseCursor_ResizeEW).x / width;
  split.answer +=
      divider(app, "divide.answer", places.below_answer, ImGuiMouseCursor_ResizeNS).y / height;
  split.timeline +=
      divider(app, "divide.timeline", places.below_timeline, ImGuiMouseCursor_ResizeNS).y / height;
  bound(split);
  draw_status(app, places.status);
  ImGui::End();
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
}

struct PanelRow {
  PanelId id;
  const char* name;
  void (*draw)(App& app);
  ImGuiWindowFlags flags = 0;
};
constexpr std::array<PanelRow, kPanels> kPanelRows{{
    {PanelId::title, "title", &title_bar, ImGuiWindowFlags_NoScrollbar},
    {PanelId::form, "form", &form_panel},
    {PanelId::answer, "answer", &answer_panel},
    {PanelId::timeline, "timeline", &timeline_panel,
     ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse},
    {PanelId::below, "below", &below_panel},
    {PanelId::details, "details", &details_panel},
}};

void draw_focus(App& app, const Box& box) {
  const float width = app.ui().px(1.5F);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRectFullScreen();
  list.AddRect(ImVec2(box.left + width / 2, box.top + width / 2),
               ImVec2(box.right() - width / 2, box.bottom() - width / 2), app.theme().focus, 0.0F,
               0, width);
  list.PopClipRect();
}

void draw_panel(App& app, const PanelRow& row, const Box& box) {
  Screen& screen = app.screen();
  ImGui::SetNextWindowPos(ImVec2(box.left, box.top));
  ImGui::SetNextWindowSize(ImVec2(std::max(1.0F, box.width), std::max(1.0F, box.height)));
  if (screen.wants_focus && screen.focus == row.id) {
    ImGui::SetNextWindowFocus();
    screen.wants_focus = false;
  }
  ImGui::Begin(row.name, nullptr, kFixed | row.flags | ImGuiWindowFlags_NoFocusOnAppearing);
  const Point least{box.left, box.top};
  const Point most{box.right(), box.bottom()};
  app.widgets().note(std::string("panel.") + row.name, {least, most});
  if (row.id == PanelId::answer) app.widgets().keep_in_view(least, most);
  row.draw(app);
  const bool has_keys = ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows);
  if (has_keys) app.widgets().note("keyboard", {{}, {}, row.name});
  if (!screen.wants_focus && has_keys) screen.focus = row.id;
  if (screen.focus == row.id) draw_focus(app, box);
  ImGui::End();
}

}  // namespace

void draw_panels(App& app) {
#if IMGUI_VERSION_NUM >= 18700
  ImGui::PushTabStop(false);
#endif
  const Places where = places(app.ui(), app.screen());
  for (const PanelRow& row : kPanelRows)
    draw_panel(app, row, where.panels[static_cast<std::size_t>(row.id)]);
  draw_ground(app, where);  // of windows that never come to the front the last lies behind
#if IMGUI_VERSION_NUM >= 18700
  ImGui::PopTabStop();
#endif
}

}  // namespace gpuscape::gui
