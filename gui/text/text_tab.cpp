#include "gui/text/text_tab.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <filesystem>

#include "gui/panel/dialog_parts.hpp"
#include "gui/panel/tabs.hpp"
#include "gui/workspace/export.hpp"
#include "sim/base/error.hpp"

namespace gpuscape::gui {

namespace {

void buttons(App& app, TextCopy& copy) {
  Ui ui = app.ui();
  bool& is_editing = app.screen().is_editing_text;
  if (button(ui, "text.edit", is_editing ? "Stop editing" : "Edit a copy"))
    is_editing = !is_editing;
  tooltip(ui,
          "The file stays as it is: what you change is a copy, which you save as another file.");
  ImGui::SameLine();
  {
    const Disabled disabled(!copy.is_edited());
    if (button(ui, "text.save", "Save the copy as…")) app.show(Dialog::save_text);
    ImGui::SameLine();
    if (button(ui, "text.back", "Discard the edits")) copy.take_back();
  }
  ImGui::SameLine();
  const std::size_t faults = copy.faults().size();
  const std::string state = fmt::format("{}{}", copy.is_edited() ? "edited, not saved · " : "",
                                        !copy.is_checked() ? "checking…"
                                        : faults == 0      ? "no faults"
                                        : faults == 1      ? "1 fault"
                                                           : fmt::format("{} faults", faults));
  ImGui::PushStyleColor(ImGuiCol_Text, faults == 0 ? app.theme().dim : app.theme().worse);
  text(ui, "text.state", state);
  ImGui::PopStyleColor();
}

/// Also those that lie in no line of this file: in one that it extends, or in all of it.
void all_faults(App& app, const TextCopy& copy) {
  for (const Issue& issue : copy.faults()) {
    const std::string place = issue.line > 0 ? fmt::format("line {}: ", issue.line) : "";
    line_of(app, app.theme().worse, place + issue.message);
  }
}

void one_line(App& app, int number, std::string_view line, const std::string* fault) {
  Ui ui = app.ui();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float gutter = ui.px(44.0F);
  const float height = ImGui::GetTextLineHeight();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (fault != nullptr)
    list.AddRectFilled(at, ImVec2(at.x + ImGui::GetContentRegionAvail().x, at.y + height),
                       faded(app.theme().worse, 0.18F));
  const std::string name = fmt::format("{}", number);
  draw_text(list, {at.x + gutter - text_width(name) - ui.px(8.0F), at.y}, app.theme().dim, name);
  draw_text(list, {at.x + gutter, at.y}, app.theme().text, line);
  if (fault != nullptr) {
    const float left = at.x + gutter + text_width(line) + ui.px(18.0F);
    draw_text(list, {left, at.y}, app.theme().worse, "◄ " + *fault);
    ui.widgets.note(fmt::format("text.fault.{}", number),
                    {{at.x, at.y}, {left + text_width(*fault), at.y + height}, *fault});
  }
  ImGui::Dummy(ImVec2(gutter + text_width(line), height));
}

void read_lines(App& app, const TextCopy& copy) {
  ImGui::BeginChild("text.lines", ImVec2(0.0F, 0.0F), false,
                    ImGuiWindowFlags_HorizontalScrollbar | ImGuiWindowFlags_NavFlattened);
  const std::vector<std::string_view> lines = lines_of(copy.text());
  const std::map<int, std::string> faults = copy.faults_by_line();
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(lines.size()));
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      const auto fault = faults.find(i + 1);
      one_line(app, i + 1, lines[static_cast<std::size_t>(i)],
               fault == faults.end() ? nullptr : &fault->second);
    }
  }
  ImGui::EndChild();
}

}  // namespace

void text_tab(App& app) {
  Ui ui = app.ui();
  TextCopy& copy = app.text_copy();
  copy.follow(app.work().file());
  copy.check(app.work().design().design.variant, app.work().version());
  buttons(app, copy);
  all_faults(app, copy);
  if (!app.screen().is_editing_text) return read_lines(app, copy);
  std::string edited = copy.text();
  if (text_area(ui, "text.area", edited)) copy.edit(std::move(edited));
}

void save_text_dialog(App& app) {
  DialogFields& fields = app.screen().fields;
  TextCopy& copy = app.text_copy();
  if (ImGui::IsWindowAppearing())
    fields.path = std::filesystem::path(copy.file()).replace_extension().string() + "-edited.json";
  wrapped_text(
      app.theme().dim,
      "Writes the edited text to a new scenario file and opens it in place of this one. In "
      "the same folder it finds the files that this one names.");
  const bool entered = main_field(app, "text.path", fields.path, "where to");
  if (!end_of_dialog(app, "Write and open") && !entered) return;
  const std::string path = fields.path;
  try {
    write_new_file(path, copy.text());
  } catch (const RunError& error) {
    fields.fault = error.what();
    return;
  }
  copy.take_back();
  close_dialog(app);
  app.open(path);
}

}  // namespace gpuscape::gui
