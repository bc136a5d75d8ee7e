#include "gui/panel/dialogs.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <array>
#include <charconv>
#include <filesystem>

#include "gui/panel/app.hpp"
#include "gui/panel/dialog_parts.hpp"
#include "gui/panel/export.hpp"
#include "gui/panel/help.hpp"
#include "gui/session/session.hpp"
#include "gui/text/text_tab.hpp"
#include "gui/view/command_text.hpp"
#include "gui/window/keys.hpp"
#include "gui/workspace/export.hpp"

namespace gpuscape::gui {

namespace {

namespace fs = std::filesystem;

void open_file(App& app, const std::string& path) {
  if (!fs::is_regular_file(path) && !fs::is_directory(path)) {
    app.screen().fields.fault = path + ": there is no such file";
    return;
  }
  close_dialog(app);
  app.open(path);
}

void open_dialog(App& app) {
  Ui ui = app.ui();
  DialogFields& fields = app.screen().fields;
  const bool entered = main_field(app, "open.path", fields.path,
                                  "path of a scenario, a session or a folder of results");
  std::string chosen;
  if (!app.settings().recent.empty()) heading(ui, "Opened before");
  for (std::size_t i = 0; i < app.settings().recent.size(); ++i) {
    const std::string& file = app.settings().recent[i];
    if (selectable(ui, fmt::format("recent.{}", i), fitted(file, ui.px(520.0F)), false,
                   ImGuiSelectableFlags_DontClosePopups))
      chosen = file;
  }
  if (end_of_dialog(app, "Open") || entered) chosen = fields.path;
  if (!chosen.empty()) open_file(app, chosen);
}

struct ExportRow {
  ExportKind kind;
  const char* label;
  const char* ending;  ///< of the file's name
};
constexpr std::array<ExportRow, 6> kExports{{
    {ExportKind::result_folder, "Result folder of this design, as `gpuscape run` writes it",
     ".out"},
    {ExportKind::comparison_folder,
     "Comparison folder of all designs, as `gpuscape compare` writes it", ".out"},
    {ExportKind::answers_csv, "Answers of all designs as CSV", "-answers.csv"},
    {ExportKind::timeline_svg, "Timeline of this design as SVG", "-timeline.svg"},
    {ExportKind::picture, "The window as PNG", "-window.png"},
    {ExportKind::page, "Page of the answers, as `gpuscape report` writes it, and their folder",
     ".html"},
}};

std::string offered_path(App& app, int choice) {
  const std::string file = app.work().file();
  if (choice == 0) return default_folder(file);
  if (choice == 1) {
    const CompareOptions options =
        compare_command(app.work().designs(), patch_name(app), app.work().variants()).options;
    return default_folder(options.files.empty() ? file : options.files.front());
  }
  return fs::path(file).stem().string() + kExports[static_cast<std::size_t>(choice)].ending;
}

void export_dialog(App& app) {
  Ui ui = app.ui();
  DialogFields& fields = app.screen().fields;
  if (ImGui::IsWindowAppearing()) fields.path = offered_path(app, 0);
  for (int i = 0; i < static_cast<int>(kExports.size()); ++i) {
    const ExportRow& row = kExports[static_cast<std::size_t>(i)];
    if (ImGui::RadioButton(row.label, fields.choice == i)) {
      fields.choice = i;
      fields.path = offered_path(app, i);
    }
    ui.widgets.note_last(fmt::format("export.{}", i), row.label);
  }
  ImGui::SetNextItemWidth(ui.px(520.0F));
  text_field(ui, "export.path", fields.path, "where to");
  const bool entered = ImGui::IsItemDeactivated() && was_pressed({Key::enter});
  wrapped_text(app.theme().dim,
               "Relative paths start in the folder in which the program was started.");
  if (!end_of_dialog(app, "Write") && !entered) return;
  const ExportKind kind = kExports[static_cast<std::size_t>(fields.choice)].kind;
  const std::string path = fields.path;
  close_dialog(app);
  start_export(app, kind, path);
}

void patch_dialog(App& app) {
  DialogFields& fields = app.screen().fields;
  if (ImGui::IsWindowAppearing()) fields.path = patch_name(app);
  wrapped_text(app.theme().dim,
               "A new scenario that extends the one that is open: the first design itself, the "
               "others as its variants.");
  const bool entered = main_field(app, "patch.path", fields.path, "where to");
  if (!end_of_dialog(app, "Write") && !entered) return;
  if (save_patch(app, fields.path)) {
    close_dialog(app);
  } else {
    fields.fault = app.screen().message;
  }
}

void rename_dialog(App& app) {
  DialogFields& fields = app.screen().fields;
  if (ImGui::IsWindowAppearing()) fields.text = app.work().design().name;
  const bool entered = main_field(app, "rename.text", fields.text, "name of the design");
  if (!end_of_dialog(app, "Rename") && !entered) return;
  if (app.work().rename(app.work().current(), fields.text)) {
    close_dialog(app);
  } else {
    fields.fault = "Another design has that name, or it is empty.";
  }
}

/// A job by its number in the log, or a link by its name; false where there is neither.
bool go_to(App& app, const std::string& text) {
  const auto outcome = app.views().outcome();
  if (outcome == nullptr) return false;
  const JobRecords& jobs = outcome->result.first.jobs;
  std::int64_t id = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), id);
  if (end.ec == std::errc() && end.ptr == text.data() + text.size()) {
    for (std::size_t job = 0; job < jobs.size(); ++job) {
      if (jobs.id(job) != id) continue;
      app.screen().job = static_cast<std::uint32_t>(job);
      app.screen().cursor = jobs.submit(job);
      return true;
    }
    return false;
  }
  const std::optional<NetworkUse>& use = app.views().network();
  if (!use) return false;
  for (const UsedLink& link : use->links) {
    if (link.name != text) continue;
    app.screen().link = link.name;
    app.screen().tab = Tab::map;
    return true;
  }
  return false;
}

void go_to_dialog(App& app) {
  DialogFields& fields = app.screen().fields;
  const bool entered =
      main_field(app, "goto.text", fields.text, "number of a job, or name of a link");
  if (!end_of_dialog(app, "Go") && !entered) return;
  if (go_to(app, fields.text)) {
    close_dialog(app);
  } else {
    fields.fault = "No job has that number, and no link that name.";
  }
}

void help_dialog(App& app) {
  draw_help(app);
  Ui ui = app.ui();
  if (button(ui, "help.tour", "Show the first steps")) {
    close_dialog(app);
    app.screen().tour = {.is_on = true, .step = 0};
    return;
  }
  ImGui::SameLine();
  if (button(ui, "dialog.cancel", "Close")) close_dialog(app);
}

struct DialogRow {
  Dialog dialog;
  const char* title;
  void (*draw)(App& app);
  bool needs_design;
};
constexpr std::array<DialogRow, 10> kDialogs{{
    {Dialog::open, "Open a scenario, a session or results", &open_dialog, false},
    {Dialog::export_result, "Export", &export_dialog, true},
    {Dialog::save_patch, "Save the designs", &patch_dialog, true},
    {Dialog::save_session, "Save the session", &session_dialog, false},
    {Dialog::save_text, "Save the text", &save_text_dialog, true},
    {Dialog::rename, "Rename the design", &rename_dialog, true},
    {Dialog::go_to, "Go to", &go_to_dialog, true},
    {Dialog::help, "Help", &help_dialog, false},
    {Dialog::quit, "Quit", &leave_dialog, false},
    {Dialog::replace, "Open in place of this one", &leave_dialog, false},
}};

void draw_dialog(App& app, const DialogRow& row) {
  Screen& screen = app.screen();
  if (row.needs_design && !app.work().is_open()) {
    screen.dialog = Dialog::none;
    return;
  }
  if (screen.fields.shown != row.dialog) {
    screen.fields = {.shown = row.dialog};
    ImGui::OpenPopup(row.title);
  }
  const ImVec2 size = ImGui::GetMainViewport()->Size;
  ImGui::SetNextWindowPos(ImVec2(size.x / 2.0F, size.y / 2.0F), ImGuiCond_Always,
                          ImVec2(0.5F, 0.5F));
  // Lines are wrapped at the edge of a window that is as wide as its widest line: it needs a width.
  ImGui::SetNextWindowSizeConstraints(ImVec2(app.ui().px(560.0F), 0.0F), size);
  if (!ImGui::BeginPopupModal(row.title, nullptr,
                              ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove |
                                  ImGuiWindowFlags_NoSavedSettings)) {
    screen.dialog = Dialog::none;  // ImGui closed it
    screen.quits_when_saved = false;
    screen.waiting = {};
    screen.fields = {};
    return;
  }
  row.draw(app);
  if (screen.dialog == row.dialog && was_pressed({Key::escape})) {
    close_dialog(app);
  }
  ImGui::EndPopup();
}

}  // namespace

void draw_dialogs(App& app) {
  leave_tab_to_imgui(app.screen().dialog != Dialog::none);
  for (const DialogRow& row : kDialogs) {
    if (row.dialog != app.screen().dialog) continue;
    draw_dialog(app, row);
    return;
  }
}

}  // namespace gpuscape::gui
