#include <fmt/format.h>
#include <imgui.h>

#include <map>

#include "gui/panel/app.hpp"
#include "gui/panel/saved_panels.hpp"

namespace gpuscape::gui {

namespace {

/// A change from the form, and what it belongs to where it goes on over several frames.
void set(App& app, const Knob& knob, std::string_view value, const std::string& gesture = {}) {
  const std::string fault = value_fault(knob, value);
  if (fault.empty()) {
    app.say("");
    app.work().set(knob, value, gesture);
  } else {
    app.say(knob.pointer + ": " + fault, true);
  }
}

std::string about(const Knob& knob) {
  std::string text = knob.doc;
  if (!knob.default_text.empty()) text += "\nDefault: " + knob.default_text;
  if (knob.is_set) text += "\nWithout the change: " + (knob.base.empty() ? "unset" : knob.base);
  return text + "\n" + knob.pointer;
}

bool has_slider(const Knob& knob) { return knob.slider_most > knob.slider_least; }

void knob_slider(App& app, const Knob& knob) {
  Ui ui = app.ui();
  double value = knob_value(knob, knob.value).value_or(knob.slider_least);
  const std::string id = "slide." + knob.pointer;
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x * 0.55F);
  const SliderRange range{knob.slider_least, knob.slider_most, knob.is_logarithmic};
  if (slider(ui, id, value, range, "")) {
    const std::string text = knob_text(knob, value);
    if (text != knob.value) set(app, knob, text, id);
  }
  if (ImGui::IsItemDeactivated()) app.work().end_gesture();
  tooltip(ui, about(knob));
  ImGui::SameLine();
}

/// A field whose text becomes the value once it is left, Enter is pressed or a command needs it.
void knob_field(App& app, const Knob& knob) {
  Ui ui = app.ui();
  std::string value = knob.value;
  ImGui::SetNextItemWidth(-1.0F);
  text_field(ui, "type." + knob.pointer, value, knob.default_text.c_str(),
             ImGuiInputTextFlags_AutoSelectAll);
  const bool is_taken = ImGui::IsItemActive() && app.screen().held_command.has_value();
  if ((ImGui::IsItemDeactivatedAfterEdit() || is_taken) && value != knob.value)
    set(app, knob, value);
  tooltip(ui, about(knob));
}

void knob_choice(App& app, const Knob& knob) {
  Ui ui = app.ui();
  std::string value = knob.value;
  std::vector<std::string> choices = knob.choices;
  if (knob.kind == KnobKind::flag) choices = {"false", "true"};
  ImGui::SetNextItemWidth(-1.0F);
  if (choice(ui, "choose." + knob.pointer, choices, value)) set(app, knob, value);
  tooltip(ui, about(knob));
}

void knob_label(App& app, const Knob& knob) {
  Ui ui = app.ui();
  const float room = ImGui::GetContentRegionAvail().x - (knob.is_set ? ui.px(30.0F) : 0.0F);
  {
    const BoldText bold(knob.is_set);
    coloured_text(knob.is_set ? app.theme().notice : app.theme().text, fitted(knob.label, room));
  }
  tooltip(ui, about(knob));
  if (!knob.is_set) return;
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - ui.px(22.0F));
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(ui.px(4.0F), 0.0F));
  if (flat_button(ui, "reset." + knob.pointer, "↺")) app.work().reset(knob.pointer);
  ImGui::PopStyleVar();
  tooltip(ui, "Back to " + (knob.base.empty() ? std::string("unset") : knob.base));
}

void knob_row(App& app, const Knob& knob) {
  knob_label(app, knob);
  switch (knob.kind) {
    case KnobKind::choice:
    case KnobKind::flag:
      knob_choice(app, knob);
      break;
    case KnobKind::count:
    case KnobKind::number:
    case KnobKind::quantity:
      if (has_slider(knob)) knob_slider(app, knob);
      knob_field(app, knob);
      break;
    case KnobKind::text:
    case KnobKind::json:
      knob_field(app, knob);
      break;
  }
  ImGui::Dummy(ImVec2(0.0F, app.ui().px(2.0F)));
}

void knob_rows(App& app) {
  const std::string& search = app.screen().knob_search;
  constexpr std::size_t kMost = 40;
  if (search.empty()) {
    // A copy: a change makes the list anew.
    const std::vector<Knob> first = app.work().knobs().first;
    for (const Knob& knob : first) knob_row(app, knob);
    std::vector<Knob> changed;
    for (const Knob& knob : app.work().knobs().rest)
      if (knob.is_set) changed.push_back(knob);
    for (const Knob& knob : changed) knob_row(app, knob);
    const std::size_t others = app.work().knobs().rest.size() - changed.size();
    if (others > 0) coloured_text(app.theme().dim, fmt::format("{} more: find them above", others));
    return;
  }
  std::vector<Knob> found;
  for (const Knob* knob : matching(app.work().knobs(), search)) {
    if (found.size() == kMost) break;
    found.push_back(*knob);
  }
  for (const Knob& knob : found) knob_row(app, knob);
  if (found.empty()) wrapped_text(app.theme().dim, "No setting has these words.");
}

void undo_buttons(App& app) {
  Ui ui = app.ui();
  {
    const Disabled disabled(!app.work().can_undo());
    if (button(ui, "undo", "Undo")) app.work().undo();
  }
  ImGui::SameLine();
  {
    const Disabled disabled(!app.work().can_redo());
    if (button(ui, "redo", "Redo")) app.work().redo();
  }
  ImGui::SameLine();
  if (button(ui, "patch", "Save as…")) app.show(Dialog::save_patch);
  tooltip(ui, "Write the designs as a scenario that extends this one. Your file stays as it is.");
}

void faults(App& app) {
  for (const Issue& issue : app.work().faults()) {
    const std::string place = issue.line > 0 ? fmt::format("line {}: ", issue.line) : "";
    wrapped_text(app.theme().worse, place + issue.message);
    if (!issue.hint.empty()) wrapped_text(app.theme().dim, issue.hint);
  }
}

}  // namespace

void form_panel(App& app) {
  if (app.folders().chosen() != nullptr) return saved_form(app);
  Ui ui = app.ui();
  if (!app.work().is_open()) {
    heading(ui, "What if");
    wrapped_text(app.theme().dim,
                 "Open a scenario: press O, or drop a file or a folder of results here.");
    return;
  }
  const std::size_t current = app.work().current();
  heading(ui, "What if: design");
  ImGui::SameLine();
  {
    const BoldText bold;
    coloured_text(app.theme().design(current), app.work().design().name);
  }
  undo_buttons(app);
  if (app.screen().wants_knob_search) {
    ImGui::SetKeyboardFocusHere();
    app.screen().wants_knob_search = false;
  }
  ImGui::SetNextItemWidth(-1.0F);
  text_field(ui, "find", app.screen().knob_search, "Find a setting (F)");
  faults(app);
  ImGui::Separator();
  ImGui::BeginChild("knobs", ImVec2(0.0F, 0.0F), false, ImGuiWindowFlags_NavFlattened);
  {
    const Disabled disabled(!app.work().is_form_current());
    knob_rows(app);
  }
  ImGui::EndChild();
}

}  // namespace gpuscape::gui
