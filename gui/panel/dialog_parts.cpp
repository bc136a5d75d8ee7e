#include "gui/panel/dialog_parts.hpp"

#include <imgui.h>

#include "gui/panel/app.hpp"
#include "gui/window/keys.hpp"

namespace gpuscape::gui {

void close_dialog(App& app) {
  app.screen().dialog = Dialog::none;
  app.screen().fields = {};
  app.screen().quits_when_saved = false;
  app.screen().waiting = {};
  ImGui::CloseCurrentPopup();
}

bool main_field(App& app, const std::string& id, std::string& value, const char* hint) {
  Ui ui = app.ui();
  if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(ui.px(520.0F));
  text_field(ui, id, value, hint, ImGuiInputTextFlags_AutoSelectAll);
  return ImGui::IsItemDeactivated() && was_pressed({Key::enter});
}

bool end_of_dialog(App& app, const std::string& label) {
  Ui ui = app.ui();
  const std::string& fault = app.screen().fields.fault;
  if (!fault.empty()) wrapped_text(app.theme().worse, fault);
  ImGui::Spacing();
  const bool accepted = button(ui, "dialog.accept", label);
  ImGui::SameLine();
  if (button(ui, "dialog.cancel", "Cancel")) close_dialog(app);
  return accepted;
}

}  // namespace gpuscape::gui
