#pragma once
/// The window's content: panels over a workspace. A frame is drawn between Window::begin_frame and
/// Window::end_frame.

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "gui/panel/screen.hpp"
#include "gui/panel/views.hpp"
#include "gui/panel/widgets.hpp"
#include "gui/text/text_copy.hpp"
#include "gui/workspace/open_folders.hpp"
#include "gui/workspace/settings.hpp"
#include "gui/workspace/task.hpp"
#include "gui/workspace/workspace.hpp"

namespace gpuscape::gui {

/// The session file that is open.
struct OpenSession {
  std::string file = {};                  ///< empty: none is
  std::vector<std::string> results = {};  ///< the folders that it holds
};

class App {
 public:
  /// `wake` asks for a frame, from any thread.
  App(Workspace& workspace, float scale, std::function<void()> wake);

  /// Draws everything and acts on the frame's input. True where another frame should follow without
  /// waiting for input.
  bool frame();

  [[nodiscard]] Workspace& work() { return work_; }
  [[nodiscard]] OpenFolders& folders() { return folders_; }
  [[nodiscard]] Screen& screen() { return screen_; }
  [[nodiscard]] Views& views() { return views_; }
  [[nodiscard]] WidgetList& widgets() { return widgets_; }
  [[nodiscard]] Task& task() { return task_; }
  [[nodiscard]] OpenSession& session() { return session_; }
  [[nodiscard]] TextCopy& text_copy() { return text_copy_; }
  [[nodiscard]] Settings& settings() { return settings_; }
  [[nodiscard]] const Theme& theme() const { return theme_; }
  [[nodiscard]] Ui ui() { return {widgets_, theme_, scale_}; }

  /// Takes over what was remembered.
  void restore(const Settings& settings);
  /// What is to be remembered, as it is now.
  [[nodiscard]] Settings remembered() const;
  /// Looks at a column of a folder.
  void choose_saved(std::size_t column);
  /// The place of what is looked at among the columns of the answers: its colour.
  [[nodiscard]] std::size_t current_column() const;
  /// Opens a scenario or a session, or a folder of results beside what is open; what is wrong is
  /// said in the window, of all files. What would drop unsaved changes is asked for first.
  void open(const std::string& file, const std::string& variant = {});
  void open_all(const WaitingFiles& asked);
  /// The same without asking.
  void open_now(const WaitingFiles& asked);
  void set_dark(bool is_dark);
  void say(std::string message, bool is_failure = false);
  void show(Dialog dialog);
  void focus(PanelId panel);

 private:
  void look_at_file();
  bool take_folders();
  bool open_file(const std::string& file, const std::string& variant);

  Workspace& work_;
  OpenFolders folders_;
  Screen screen_;
  Views views_;
  Task task_;
  Settings settings_;
  OpenSession session_;
  TextCopy text_copy_;
  WidgetList widgets_;
  Theme theme_;
  float scale_;
  std::chrono::steady_clock::time_point looked_at_;  // whether the file has changed
};

/// What stands to the left of curves and of the rows of nodes, which share their time axis.
inline constexpr float kGutter = 66.0F;

// Panels draw into the window that is current. Each in its own file.
void title_bar(App& app);
void form_panel(App& app);
void answer_panel(App& app);
void timeline_panel(App& app);
void below_panel(App& app);
void details_panel(App& app);

/// Where every panel goes, with what divides them.
void draw_panels(App& app);

}  // namespace gpuscape::gui
