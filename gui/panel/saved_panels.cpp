#include "gui/panel/saved_panels.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <filesystem>

#include "gui/panel/app.hpp"

namespace gpuscape::gui {

namespace {

bool has_scenario(const SavedRun& run) {
  std::error_code ignored;
  return !run.scenario_file.empty() && std::filesystem::is_regular_file(run.scenario_file, ignored);
}

/// A tab of one column; a square says that it is read-only.
void saved_tab(App& app, std::size_t i, float room) {
  const SavedColumn& column = app.folders().columns()[i];
  const bool is_current = app.folders().chosen_column() == i;
  const std::size_t colour = app.work().designs().size() + i;
  const Theme& theme = app.theme();
  Ui ui = app.ui();
  ImGui::PushStyleColor(ImGuiCol_Button, is_current ? theme.hovered : theme.panel);
  const std::string label = fitted(saved_name(column) + "  " + saved_mark(column), room);
  if (button(ui, fmt::format("saved.{}", i), "    " + label)) app.choose_saved(i);
  ImGui::PopStyleColor();
  const ImVec2 least = ImGui::GetItemRectMin();
  const ImVec2 most = ImGui::GetItemRectMax();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float middle = (least.y + most.y) / 2.0F;
  const float half = ui.px(4.5F);
  list.AddRectFilled(ImVec2(least.x + ui.px(14.0F) - half, middle - half),
                     ImVec2(least.x + ui.px(14.0F) + half, middle + half), theme.design(colour));
  if (is_current)
    list.AddRectFilled(ImVec2(least.x, most.y - ui.px(2.5F)), most, theme.design(colour));
  tooltip(ui, saved_about(column) + "\nDelete closes the folder.");
}

void fact(App& app, const char* label, const std::string& text) {
  if (text.empty()) return;
  coloured_text(app.theme().dim, label);
  wrapped_text(app.theme().text, text);
}

void saved_job(App& app, std::uint32_t job) {
  Ui ui = app.ui();
  JobsTable& jobs = app.views().jobs();
  const auto row = jobs.row_of(job);
  if (!row) return;
  heading(ui, fmt::format("job {}", jobs.run().jobs.id(job)));
  for (std::size_t i = 0; i < jobs.columns().size(); ++i) {
    const std::string cell = jobs.cell(*row, i);
    if (cell.empty() || jobs.columns()[i].key == "job") continue;
    const float room = ui.px(92.0F);
    const float left = ImGui::GetCursorPosX();
    coloured_text(app.theme().dim, fitted(jobs.columns()[i].label, room));
    ImGui::SameLine(left + room + ui.px(6.0F));
    wrapped_text(app.theme().text, cell);
  }
  ImGui::Separator();
}

void bullets(App& app, const char* title, const std::vector<std::string>& lines) {
  if (lines.empty()) return;
  Ui ui = app.ui();
  heading(ui, title);
  for (const std::string& line : lines) wrapped_text(app.theme().text, "· " + line);
  ImGui::Spacing();
}

}  // namespace

void saved_tabs(App& app, float room) {
  for (std::size_t i = 0; i < app.folders().columns().size(); ++i) {
    saved_tab(app, i, room);
    ImGui::SameLine(0.0F, app.ui().px(4.0F));
  }
}

void saved_form(App& app) {
  Ui ui = app.ui();
  const SavedColumn column = *app.folders().chosen();
  const SavedFolder& folder = *column.folder;
  const SavedRun& run = *column.of().run;
  heading(ui, "Results, read-only:");
  ImGui::SameLine();
  {
    const BoldText bold;
    coloured_text(app.theme().design(app.current_column()),
                  fitted(saved_name(column), ImGui::GetContentRegionAvail().x));
  }
  const bool is_there = has_scenario(run);
  {
    const Disabled disabled(!is_there);
    if (button(ui, "saved.scenario", "Open its scenario")) open_scenario_of_saved(app);
  }
  tooltip(ui, is_there ? "Open " + run.scenario_file + ", to change it and run it again"
                       : "The folder's scenario is not there any more");
  ImGui::SameLine();
  if (button(ui, "saved.close", "Close the folder")) {
    app.folders().close_chosen();
    return;
  }
  ImGui::Separator();
  fact(app, "Folder", folder.path);
  fact(app, "Title", run.outcome.result.scenario.title);
  fact(app, "Scenario", run.scenario_file);
  fact(app, "Written by",
       folder.provenance.version.empty() ? std::string() : "gpuscape " + folder.provenance.version);
  fact(app, "File of", saved_date(column));
  fact(app, "Command", folder.provenance.command);
  ImGui::Spacing();
  const Disabled greyed(true);
  wrapped_text(app.theme().dim, "A result cannot be changed: open its scenario to ask what if.");
}

void saved_details(App& app) {
  const SavedRun& run = *app.folders().chosen()->of().run;
  const std::optional<std::uint32_t> job = app.screen().job;
  if (job && *job < run.outcome.result.first.jobs.size()) saved_job(app, *job);
  bullets(app, "Could not be read", run.faults);
  bullets(app, "Assumes", run.assumptions);
  bullets(app, "Rests on guesses", run.guesses);
}

void open_scenario_of_saved(App& app) {
  const SavedColumn* column = app.folders().chosen();
  if (column == nullptr) return;
  const std::string variant = column->of().run->outcome.result.scenario.variant;
  const std::string file = column->of().run->scenario_file;
  app.open(file, variant);
}

}  // namespace gpuscape::gui
