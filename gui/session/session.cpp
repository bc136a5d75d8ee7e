#include "gui/session/session.hpp"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

#include "gui/panel/app.hpp"
#include "gui/panel/dialog_parts.hpp"
#include "gui/workspace/session_file.hpp"
#include "sim/base/error.hpp"

namespace gpuscape::gui {

namespace {

namespace fs = std::filesystem;

static_assert(kTabNames.size() == kTabs);

std::vector<std::string> open_folders(App& app) {
  std::vector<std::string> paths;
  for (const auto& folder : app.folders().folders()) paths.push_back(folder->path);
  return paths;
}

Session session_of(App& app) {
  Session session;
  session.list = {app.work().designs(), app.work().current()};
  session.results = open_folders(app);
  session.split = app.remembered().split;
  session.tab = kTabNames[static_cast<std::size_t>(app.screen().tab)];
  return session;
}

void take_layout(App& app, const Session& session) {
  Settings settings = app.remembered();
  if (!session.split.empty()) settings.split = session.split;
  app.restore(settings);
  const auto tab = std::ranges::find(kTabNames, session.tab);
  if (tab != kTabNames.end()) app.screen().tab = static_cast<Tab>(tab - kTabNames.begin());
}

bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code failed;
  return fs::equivalent(a, b, failed);
}

/// What a session file would keep.
bool has_unsaved_session(App& app) {
  if (app.work().is_changed()) return true;
  const OpenSession& open = app.session();
  return !open.file.empty() && !app.folders().is_busy() && open.results != open_folders(app);
}

/// What is done once nothing is left to be saved.
struct Leaving {
  bool quits = false;
  WaitingFiles waiting = {};
};

Leaving leaving(App& app) { return {app.screen().quits_when_saved, app.screen().waiting}; }

/// Asks again where something else is not saved.
void go_on(App& app, const Leaving& next) {
  if (next.quits) app.screen().wants_to_close = true;
  if (!next.waiting.files.empty()) app.open_all(next.waiting);
}

/// Beside the scenario: "quickstart-session.json".
std::string offered_name(App& app) {
  const OpenSession& open = app.session();
  if (!open.file.empty()) return open.file;
  const std::string file = app.work().is_open() ? app.work().file() : "what-if.json";
  return fs::path(file).stem().string() + "-session.json";
}

}  // namespace

void open_session(App& app, const std::string& file) {
  const Session session = read_session(file);
  app.folders().close_all();
  if (!session.list.designs.empty()) app.work().restore(session.list);
  for (const std::string& folder : session.results) app.folders().open(folder);
  take_layout(app, session);
  app.session() = {.file = file, .results = session.results};
}

bool save_session_as(App& app, const std::string& file) {
  try {
    write_session(file, session_of(app));
  } catch (const RunError& error) {
    app.say(error.what(), true);
    return false;
  }
  app.work().mark_saved();
  app.session() = {.file = file, .results = open_folders(app)};
  note_recent(app.settings(), file);
  app.say("saved: " + file);
  return true;
}

void save_session(App& app) {
  if (!app.work().is_open() && app.folders().folders().empty()) {
    app.say("there is nothing to save: open a scenario first");
    return;
  }
  if (app.session().file.empty())
    app.show(Dialog::save_session);
  else
    save_session_as(app, app.session().file);
}

bool has_unsaved_changes(App& app) {
  return has_unsaved_session(app) || !app.text_copy().edited_file().empty();
}

bool may_quit(App& app) {
  Screen& screen = app.screen();
  if (!screen.wants_to_close) return false;
  if (screen.quits_unsaved || !has_unsaved_changes(app)) return true;
  screen.wants_to_close = false;
  app.show(Dialog::quit);
  return false;
}

void session_dialog(App& app) {
  DialogFields& fields = app.screen().fields;
  if (ImGui::IsWindowAppearing()) fields.path = offered_name(app);
  wrapped_text(app.theme().dim,
               "The designs with their settings, the folders of results beside them and how the "
               "window is divided. Scenarios stay where they are.");
  const bool entered = main_field(app, "session.path", fields.path, "where to");
  std::error_code ignored;
  const bool is_other = fields.choice == 0 && fs::exists(fields.path, ignored) &&
                        !is_same_file(fields.path, app.session().file);
  if (!end_of_dialog(app, fields.choice == 0 ? "Save" : "Replace it") && !entered) return;
  if (is_other && is_session_file(fields.path)) {
    fields.fault = "There is another session of that name: press again to replace it.";
    fields.choice = 1;
    return;
  }
  const Leaving next = leaving(app);
  if (save_session_as(app, fields.path)) {
    close_dialog(app);
    go_on(app, next);
  } else {
    fields.fault = app.screen().message;
    fields.choice = 0;
  }
}

namespace {

/// True where the button was pressed.
bool save_and_leave(App& app, const Leaving& next) {
  Ui ui = app.ui();
  Screen& screen = app.screen();
  const bool asks = app.session().file.empty();
  if (!button(ui, "quit.save", asks ? "Save the session…" : "Save")) return false;
  close_dialog(app);
  save_session(app);
  if (asks) {
    screen.quits_when_saved = next.quits;
    screen.waiting = next.waiting;
  } else if (!has_unsaved_session(app)) {
    go_on(app, next);
  }
  return true;
}

bool show_text(App& app) {
  Ui ui = app.ui();
  if (!button(ui, "quit.text", "Show the text")) return false;
  close_dialog(app);
  app.screen().tab = Tab::text;
  return true;
}

}  // namespace

void leave_dialog(App& app) {
  Ui ui = app.ui();
  Screen& screen = app.screen();
  const bool quits = screen.dialog == Dialog::quit;
  const Leaving next{.quits = quits, .waiting = quits ? WaitingFiles{} : screen.waiting};
  if (!quits && !next.waiting.files.empty())
    wrapped_text(app.theme().text, next.waiting.files.back() + " takes the place of what is open.");
  const std::string edited = app.text_copy().edited_file();
  if (!edited.empty())
    wrapped_text(app.theme().text,
                 "The edited text of " + edited + " is not saved. A session does not keep it.");
  if (has_unsaved_session(app)) wrapped_text(app.theme().text, "The changes are not saved.");
  ImGui::Spacing();
  if (has_unsaved_session(app)) {
    if (save_and_leave(app, next)) return;
    ImGui::SameLine();
  }
  if (!edited.empty() && edited == app.work().file()) {
    if (show_text(app)) return;
    ImGui::SameLine();
  }
  if (button(ui, "quit.discard", quits ? "Quit without saving" : "Open without saving")) {
    close_dialog(app);
    if (!quits) return app.open_now(next.waiting);
    screen.quits_unsaved = screen.wants_to_close = true;
    return;
  }
  ImGui::SameLine();
  if (button(ui, "dialog.cancel", "Stay")) close_dialog(app);
}

}  // namespace gpuscape::gui
