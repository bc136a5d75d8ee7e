#include "gui/panel/app.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
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
  if (name != "result.json" && name != "compare.json" && name != "sweep.json") return "";
  const fs::path parent = fs::path(path).parent_path();
  return parent.empty() ? "." : parent.string();
}

/// Whether opening it closes the scenario that is open: what cannot be read closes nothing.
bool takes_the_place(const std::string& path) {
  std::error_code ignored;
  if (!folder_of_results(path).empty() || !std::filesystem::is_regular_file(path, ignored))
    return false;
  try {
    return !is_session_file(path) || !read_session(path).list.designs.empty();
  } catch (const std::exception&) {
    return false;
  }
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

void App::open(const std::string& file, const std::string& variant) { open_all({{file}, variant}); }

void App::open_all(const WaitingFiles& asked) {
  const bool has_unsaved = work_.is_changed() || !text_copy_.edited_file().empty();
  if (!has_unsaved || !std::ranges::any_of(asked.files, &takes_the_place)) return open_now(asked);
  screen_.waiting = asked;
  show(Dialog::replace);
}

void App::open_now(const WaitingFiles& asked) {
  std::vector<std::string> failures;
  std::string open_one;
  std::string message;
  for (const std::string& file : asked.files) {
    const std::string folder = folder_of_results(file);
    if (!folder.empty()) {
      note_recent(settings_, folder);
      folders_.open(folder);
      if (message.empty()) message = "reading " + folder;
    } else if (!open_file(file, asked.variant)) {
      failures.push_back(screen_.message.substr(0, screen_.message.find('\n')));
    } else {
      if (!open_one.empty()) message = fmt::format("{} is open in place of {}", file, open_one);
      open_one = file;
    }
  }
  if (failures.empty()) return say(message);
  // One alone is said whole, with its hint.
  if (asked.files.size() > 1) say(fmt::format("{}", fmt::join(failures, " · ")), true);
}

/// False where it cannot be opened, which is said.
bool App::open_file(const std::string& file, const std::string& variant) {
  try {
    if (is_session_file(file)) {
      open_session(*this, file);
    } else {
      work_.open(file);
      session_ = {};
      if (!variant.empty() && work_.design().design.variant != variant) work_.add_variant(variant);
    }
    folders_.choose_none();
    note_recent(settings_, file);
    screen_.window.reset();
    screen_.cursor.reset();
    screen_.job.reset();
    screen_.link.reset();
    say("");
    return true;
  } catch (const ScenarioError& error) {
    say(format_issues(error.issues()), true);
  } catch (const RunError& error) {
    say(error.what(), true);
  }
  return false;
}

bool App::take_folders() {
  const std::size_t before = folders_.columns().size();
  if (!folders_.refresh()) return false;
  const std::string fault = folders_.take_fault();
  // What went wrong with one file is not hidden by the next one.
  if (fault.empty() && !screen_.is_failure) say("");
  if (!fault.empty()) say(screen_.is_failure ? screen_.message + " · " + fault : fault, true);
  if (!work_.is_open() && before == 0) folders_.choose(0);
  if (folders_.take_new_sweep()) screen_.tab = Tab::sweep;
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
  return is_news || screen_.held_command.has_value();
}

}  // namespace gpuscape::gui
