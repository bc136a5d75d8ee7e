#include "gui/panel/help.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <string>

#include "gui/panel/app.hpp"
#include "gui/panel/commands.hpp"
#include "gui/workspace/export.hpp"

namespace gpuscape::gui {

namespace {

struct TourStep {
  const char* panel;  ///< beside which it stands
  const char* title;
  const char* text;
};
constexpr std::array<TourStep, 5> kSteps{{
    {"panel.form", "What if?",
     "Move a slider: the design changes, and the answer follows at once. Changed settings are "
     "bold; "
     "↺ takes one back, Ctrl+Z the last step."},
    {"panel.title", "Beside each other",
     "D copies the design. Change the copy: every other design is compared with the first, A. "
     "1, 2, 3 choose which one the form changes."},
    {"panel.answer", "The answer",
     "A column for each design, every value with its interval, and in words whether a difference "
     "is "
     "shown. Rest the mouse on a cell to see how sure it is."},
    {"panel.timeline", "When?",
     "Click a date to see what happened then; + and − zoom, dragging moves along. Pale curves are "
     "the answer before your change."},
    {"panel.below", "Why, who, how much?",
     "W says why people wait, M which links are full, P what it costs, L who loses. C copies the "
     "command that gives the same answer, S saves the designs as a scenario."},
}};

void end_tour(App& app) {
  app.screen().tour = {};
  app.settings().was_toured = true;
}

ImVec2 place_of(App& app, const SeenWidget& panel) {
  const ImVec2 size = ImGui::GetMainViewport()->Size;
  const float width = app.ui().px(360.0F);
  const float room = app.ui().px(170.0F);
  float x = panel.least.x + app.ui().px(24.0F);
  float y = panel.least.y + app.ui().px(40.0F);
  if (panel.most.x < size.x / 2.0F) x = panel.most.x + app.ui().px(12.0F);
  if (panel.most.y < app.ui().px(80.0F)) y = panel.most.y + app.ui().px(12.0F);
  return {std::clamp(x, 0.0F, std::max(0.0F, size.x - width)),
          std::clamp(y, 0.0F, std::max(0.0F, size.y - room))};
}

}  // namespace

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
  const SeenWidget* panel = app.widgets().find(step.panel);
  if (panel == nullptr) return;
  Ui ui = app.ui();
  ImGui::SetNextWindowPos(place_of(app, *panel));
  ImGui::SetNextWindowSize(ImVec2(ui.px(360.0F), 0.0F));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, ui.px(2.0F));
  ImGui::PushStyleColor(ImGuiCol_Border, app.theme().accent);
  ImGui::Begin("first steps", nullptr,
               ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_AlwaysAutoResize |
                   ImGuiWindowFlags_NoFocusOnAppearing);
  heading(ui, fmt::format("{} of {}: {}", tour.step + 1, kSteps.size(), step.title));
  wrapped_text(app.theme().text, step.text);
  const bool is_last = tour.step + 1 >= kSteps.size();
  const bool next = button(ui, "tour.next", is_last ? "Begin" : "Next");
  ImGui::SameLine();
  const bool skip = !is_last && flat_button(ui, "tour.skip", "Skip");
  ImGui::End();
  ImGui::PopStyleColor();
  ImGui::PopStyleVar();
  if (next && !is_last) ++tour.step;
  if (skip || (next && is_last)) end_tour(app);
}

}  // namespace gpuscape::gui
