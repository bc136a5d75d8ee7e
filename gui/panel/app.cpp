#include "gui/panel/app.hpp"

#include <filesystem>
#include <utility>

#include "gui/panel/commands.hpp"
#include "gui/panel/dialogs.hpp"
#include "gui/panel/help.hpp"
#include "gui/session/session.hpp"
#include "gui/workspace/session_file.hpp"
#include "sim/base/error.hpp"

namespace gpuscape::gui {

namespace {

using Clock = std::chrono::steady_clock;

/// The folder that is meant by a path: itself, or where a file of results lies. Empty: none.
std::string folder_of_results(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) return path;
  const fs::path name = fs::path(path).filename();
  if (name != "result.json" && name != "compare.json") return "";
  const fs::path parent = fs::path(path).parent_path();
  return parent.empty() ? "." : parent.string();
}

}  // namespace

App::App(Workspace& workspace, float scale, std::function<void()> wake)
    : work_(workspace),
      folders_(wake),
      views_(workspace, folders_),
      task_(wake),
      text_copy_(workspace.registry(), std::move(wake)),
      theme_(dark_theme()),
      scale_(scale),
      looked_at_(Clock::now()) {
  ImGui::GetIO().ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
  ImGui::GetIO().ConfigInputTextCursorBlink = false;
  apply_theme(theme_, scale_);
}

void App::set_dark(bool is_dark) {
  screen_.is_dark = is_dark;
  theme_ = is_dark ? dark_theme() : light_theme();
  apply_theme(theme_, scale_);
}

void App::restore(const Settings& settings) {
  settings_ = settings;
  set_dark(settings.is_dark);
  if (settings.split.size() != 4) return;
  const auto share = [&](std::size_t i) { return static_cast<float>(settings.split[i]); };
  screen_.split = {share(0), share(1), share(2), share(3)};
}

Settings App::remembered() const {
  Settings settings = settings_;
  settings.is_dark = screen_.is_dark;
  const Split& split = screen_.split;
  settings.split.clear();
  for (const float share : {split.left, split.right, split.answer, split.timeline})
    settings.split.push_back(static_cast<double>(share));
  return settings;
}

void App::say(std::string message, bool is_failure) {
  screen_.message = std::move(message);
  screen_.is_failure = is_failure;
}

void App::show(Dialog dialog) { screen_.dialog = dialog; }

void App::focus(PanelId panel) {
  screen_.focus = panel;
  screen_.wants_focus = true;
}

std::size_t App::current_column() const {
  const auto chosen = folders_.chosen_column();
  return chosen ? work_.designs().size() + *chosen : work_.current();
}

void App::choose_saved(std::size_t column) {
  if (folders_.chosen_column() != column) screen_.job.reset();
  folders_.choose(column);
}

void App::open(const std::string& file) {
  const std::string folder = folder_of_results(file);
  if (folder.empty()) return open_file(file);
  note_recent(settings_, folder);
  folders_.open(folder);
  say("reading " + folder);
}

void App::open_file(const std::string& file) {
  try {
    if (is_session_file(file)) {
      open_session(*this, file);
    } else {
      work_.open(file);
      session_ = {};
    }
    folders_.choose_none();
    note_recent(settings_, file);
    screen_.window.reset();
    screen_.cursor.reset();
    screen_.job.reset();
    screen_.link.reset();
    say("");
  } catch (const ScenarioError& error) {
    say(format_issues(error.issues()), true);
  } catch (const RunError& error) {
    say(error.what(), true);
  }
}

bool App::take_folders() {
  const std::size_t before = folders_.columns().size();
  if (!folders_.refresh()) return false;
  const std::string fault = folders_.take_fault();
  // What went wrong with one folder is not hidden by the next one.
  if (!fault.empty() || !screen_.is_failure) say(fault, !fault.empty());
  if (!work_.is_open() && before == 0) folders_.choose(0);
  return true;
}

void App::look_at_file() {
  constexpr std::chrono::seconds kOften{1};
  if (!work_.is_open() || Clock::now() - looked_at_ < kOften) return;
  looked_at_ = Clock::now();
  if (work_.has_changed_on_disk()) say("the file has changed on disk: Ctrl+R reads it again");
}

bool App::frame() {
  widgets_.begin_frame();
  const bool has_folder = take_folders();
  const bool is_news = work_.refresh() || has_folder;
  look_at_file();
  if (const auto end = task_.take()) say(end->message, end->is_failure);
  take_shortcuts(*this);
  draw_panels(*this);
  draw_tour(*this);
  draw_dialogs(*this);
  return is_news;
}

}  // namespace gpuscape::gui
