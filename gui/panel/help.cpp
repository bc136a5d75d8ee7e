#include "gui/panel/help.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <string>

#include "gui/panel/app.hpp"
#include "gui/panel/commands.hpp"
#include "gui/window/keys.hpp"
#include "gui/workspace/export.hpp"

namespace gpuscape::gui {

namespace {

struct TourStep {
  PanelId panel;   ///< that it is about
  const char* id;  ///< of the panel, as it is noted
  const char* title;
  const char* text;
};
constexpr std::array<TourStep, 5> kSteps{{
    {PanelId::form, "panel.form", "What if?",
     "Move a slider: the design changes, and the answer follows at once. Changed settings are "
     "bold; "
     "↺ takes one back, Ctrl+Z the last step."},
    {PanelId::title, "panel.title", "Beside each other",
     "D copies the design. Change the copy: every other design is compared with the first, A. "
     "1, 2, 3 choose which one the form changes."},
    {PanelId::answer, "panel.answer", "The answer",
     "A column for each design, every value with its interval, and in words whether a difference "
     "is "
     "shown. Rest the mouse on a cell to see how sure it is."},
    {PanelId::timeline, "panel.timeline", "When?",
     "Click a date to see what happened then; + and − zoom, dragging moves along. Pale curves are "
     "the answer before your change."},
    {PanelId::below, "panel.below", "Why, who, how much?",
     "W says why people wait, M which links are full, P what it costs, L who loses. C copies the "
     "command that gives the same answer, S saves the designs as a scenario."},
}};

void end_tour(App& app) {
  app.screen().tour = {};
  app.settings().was_toured = true;
}

/// Of the card, before it is drawn: a heading, the text, a row of buttons.
ImVec2 size_of(App& app, const TourStep& step) {
  const ImGuiStyle& style = ImGui::GetStyle();
  const float width = app.ui().px(360.0F);
  const float room = width - 2.0F * style.WindowPadding.x;
  const float lines = ImGui::CalcTextSize(step.text, nullptr, false, room).y;
  return {width, 2.0F * (style.WindowPadding.y + style.ItemSpacing.y) + ImGui::GetTextLineHeight() +
                     lines + ImGui::GetFrameHeight()};
}

/// Below the answer, which changes while one tries what the card says, and beside what it is about.
ImVec2 place_of(App& app, const TourStep& step, const SeenWidget& panel, ImVec2 card) {
  const ImVec2 size = ImGui::GetMainViewport()->Size;
  const float gap = app.ui().px(12.0F);
  const SeenWidget& answer = app.widgets().kept_in_view();
  float y = answer.most.y + gap;
  if (step.panel == PanelId::timeline) y = panel.most.y + gap;
  if (step.panel == PanelId::below) y = std::max(y, panel.least.y - gap - card.y);
  return {std::clamp(answer.least.x + gap, 0.0F, std::max(0.0F, size.x - card.x)),
          std::clamp(y, 0.0F, std::max(0.0F, size.y - card.y))};
}

/// A frame around what the card is about.
void draw_around(App& app, const SeenWidget& panel) {
  const float width = app.ui().px(2.0F);
  ImGui::GetForegroundDrawList()->AddRect(
      ImVec2(panel.least.x + width / 2, panel.least.y + width / 2),
      ImVec2(panel.most.x - width / 2, panel.most.y - width / 2), app.theme().accent, 0.0F, 0,
      width);
}

/// Goes on, or ends after the last step.
void next_step(App& app) {
  Tour& tour = app.screen().tour;
  if (tour.step + 1 >= kSteps.size()) return end_tour(app);
  ++tour.step;
}

}  // namespace

bool take_tour_keys(App& app) {
  if (!app.screen().tour.is_on || ImGui::GetIO().WantTextInput) return false;
  if (was_pressed({Key::escape})) {
    end_tour(app);
    return true;
  }
  if (!was_pressed({Key::enter})) return false;
  next_step(app);
  return true;
}

void draw_help(App& app) {
  coloured_text(app.theme().dim, "gpuscape-gui " + gui_version());
  constexpr int kColumns = 4;
  if (!ImGui::BeginTable("keys", kColumns, ImGuiTableFlags_SizingFixedFit)) return;
  for (const CommandRow& row : commands()) {
    if (row.about.empty()) continue;
    ImGui::TableNextColumn();
    {
      const BoldText bold;
      coloured_text(app.theme().text, row.keys);
    }
    ImGui::TableNextColumn();
    coloured_text(app.theme().text, row.about);
  }
  ImGui::EndTable();
}

void draw_tour(App& app) {
  Tour& tour = app.screen().tour;
  if (!tour.is_on || app.screen().dialog != Dialog::none) return;
  const TourStep& step = kSteps[std::min(tour.step, kSteps.size() - 1)];
  const SeenWidget* panel = app.widgets().find(step.id);
  if (panel == nullptr) return;
  Ui ui = app.ui();
  draw_around(app, *panel);
  const ImVec2 size = size_of(app, step);
  const ImVec2 least = place_of(app, step, *panel, size);
  ImGui::SetNextWindowPos(least);
  ImGui::SetNextWindowSize(size);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, ui.px(2.0F));
  ImGui::PushStyleColor(ImGuiCol_Border, app.theme().accent);
  ImGui::Begin("first steps", nullptr,
               ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoScrollbar |
                   ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav);
  heading(ui, fmt::format("{} of {}: {}", tour.step + 1, kSteps.size(), step.title));
  wrapped_text(app.theme().text, step.text);
  const bool is_last = tour.step + 1 >= kSteps.size();
  const bool next = button(ui, "tour.next", is_last ? "Begin" : "Next");
  ImGui::SameLine();
  const bool skip = !is_last && flat_button(ui, "tour.skip", "Skip");
  ImGui::SameLine();
  ImGui::AlignTextToFramePadding();
  coloured_text(app.theme().dim, is_last ? "or Return" : "or Return, Escape");
  app.widgets().note("tour",
                     {{least.x, least.y}, {least.x + size.x, least.y + size.y}, step.title});
  // The card takes clicks and no keys: these are the panel's that had them before.
  if (ImGui::IsWindowFocused() && !ImGui::IsAnyItemActive()) app.focus(app.screen().focus);
  ImGui::End();
  ImGui::PopStyleColor();
  ImGui::PopStyleVar();
  if (next) next_step(app);
  if (skip) end_tour(app);
}

}  // namespace gpuscape::gui
