#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <filesystem>

#include "gui/panel/app.hpp"
#include "gui/panel/saved_panels.hpp"

namespace gpuscape::gui {

namespace {

/// "exact · 41 ms", "running, 40 %", "5 replications · running".
std::string status_text(App& app) {
  const LiveState& state = *app.work().state();
  const LiveAnswer* answer = app.work().answer();
  if (app.folders().is_busy()) return "reading results";
  if (const SavedColumn* saved = app.folders().chosen()) return "read-only · " + saved_mark(*saved);
  if (!app.work().is_open()) return "no scenario";
  if (!app.work().faults().empty())
    return app.views().outcome() == nullptr ? "faults" : "faults: the answer before is shown";
  if (answer == nullptr) return "running";
  if (!answer->failure.empty() || !answer->faults.empty()) return "failed";
  const std::string mark = mark_text(*answer);
  if (state.was_cancelled) return mark + " · stopped";
  if (state.is_finished) return fmt::format("{} · {} ms", mark, app.work().took().count());
  const StudyProgress& progress = answer->progress;
  if (progress.replications > 0) return fmt::format("{} · run {}", mark, progress.replications + 1);
  return fmt::format("{} · {:.0f} %", mark, 100.0 * progress.share);
}

/// `room`: how wide its text may be.
void design_tab(App& app, std::size_t i, float room) {
  const LiveDesign& design = app.work().designs()[i];
  const bool is_current = i == app.current_column();
  const Theme& theme = app.theme();
  Ui ui = app.ui();
  ImGui::PushStyleColor(ImGuiCol_Button, is_current ? theme.hovered : theme.panel);
  const std::string summary = design_summary(design);
  const std::string label =
      fitted(summary.starts_with(design.name) ? summary : design.name + "  " + summary, room);
  const std::string id = fmt::format("design.{}", i);
  if (button(ui, id, "    " + label)) {
    app.folders().choose_none();
    app.work().choose(i);
  }
  ImGui::PopStyleColor();
  const ImVec2 least = ImGui::GetItemRectMin();
  const ImVec2 most = ImGui::GetItemRectMax();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float middle = (least.y + most.y) / 2.0F;
  list.AddCircleFilled(ImVec2(least.x + ui.px(14.0F), middle), ui.px(5.0F), theme.design(i));
  if (is_current) list.AddRectFilled(ImVec2(least.x, most.y - ui.px(2.5F)), most, theme.design(i));
  tooltip(ui, design.name + ": " + design_summary(design) +
                  (i == 0 ? "\nThe others are compared with this one." : ""));
  if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(0)) app.show(Dialog::rename);
}

void add_menu(App& app) {
  Ui ui = app.ui();
  if (button(ui, "design.add", "+")) ImGui::OpenPopup("add design");
  tooltip(ui, "Add a design: a copy of this one, or a variant of the file");
  if (!ImGui::BeginPopup("add design")) return;
  if (selectable(ui, "add.copy", "Copy of " + app.work().design().name, false))
    app.work().duplicate();
  if (selectable(ui, "add.base", "The scenario itself", false)) app.work().add_variant("");
  if (app.work().variants().size() > 1 && selectable(ui, "add.all", "All variants", false))
    app.work().add_all_variants();
  for (const std::string& variant : app.work().variants()) {
    if (selectable(ui, "add." + variant, "Variant " + variant, false))
      app.work().add_variant(variant);
  }
  ImGui::EndPopup();
}

void right_part(App& app) {
  Ui ui = app.ui();
  const std::string status = status_text(app);
  const float buttons = ui.px(250.0F);
  const float width = text_width(status);
  const float at = ImGui::GetWindowWidth() - buttons - width - ui.px(14.0F);
  ImGui::SameLine(std::max(at, ImGui::GetCursorPosX() + ui.px(8.0F)));
  ImGui::AlignTextToFramePadding();
  const bool is_sure = app.work().state()->is_finished && app.work().faults().empty();
  ImGui::PushStyleColor(ImGuiCol_Text, is_sure ? app.theme().dim : app.theme().notice);
  text(ui, "state", status);
  ImGui::PopStyleColor();
  ImGui::SameLine(ImGui::GetWindowWidth() - buttons);
  if (button(ui, "export", "Export")) app.show(Dialog::export_result);
  ImGui::SameLine();
  if (button(ui, "theme", app.screen().is_dark ? "Light" : "Dark"))
    app.set_dark(!app.screen().is_dark);
  ImGui::SameLine();
  if (button(ui, "help", "Help")) app.show(Dialog::help);
}

}  // namespace

void title_bar(App& app) {
  Ui ui = app.ui();
  const std::string file =
      app.work().is_open() ? std::filesystem::path(app.work().file()).filename().string() : "Open…";
  {
    const BoldText bold;
    if (button(ui, "open", file)) app.show(Dialog::open);
  }
  tooltip(ui, app.work().is_open() ? app.work().file() + "\nOpen another scenario (O)" : "");
  ImGui::SameLine(0.0F, ui.px(16.0F));
  const std::size_t designs = app.work().designs().size();
  // What is left of the other buttons and the state, less a tab's own frame and dot.
  const std::size_t tabs = designs + app.folders().columns().size();
  const float free = ImGui::GetWindowWidth() - ImGui::GetCursorPosX() - ui.px(460.0F);
  const float room =
      std::clamp(free / static_cast<float>(std::max<std::size_t>(1, tabs)) - ui.px(36.0F),
                 ui.px(12.0F), ui.px(190.0F));
  for (std::size_t i = 0; i < designs && i < app.work().designs().size(); ++i) {
    design_tab(app, i, room);
    ImGui::SameLine(0.0F, ui.px(4.0F));
  }
  saved_tabs(app, room);
  if (app.work().is_open()) add_menu(app);
  ImGui::SameLine();
  right_part(app);
}

}  // namespace gpuscape::gui
