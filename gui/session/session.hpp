#pragma once
/// The session as the window has it: opened, saved, and asked about when it would be dropped.

#include <string>

namespace gpuscape::gui {

class App;

/// Puts a session in place of what is open; throws ScenarioError or RunError where it cannot be
/// read, and then nothing has changed.
void open_session(App& app, const std::string& file);

/// Saves to the session's file, or asks for one where there is none yet.
void save_session(App& app);
/// Saves as `file`, which is the session's from then on. False where it cannot, which is said.
bool save_session_as(App& app, const std::string& file);

/// Something that a session holds was changed since it was opened or saved.
bool has_unsaved_changes(App& app);

/// Where the window is asked to close: true where it may, else the question is put up.
bool may_quit(App& app);

// The dialogues.
void session_dialog(App& app);
/// Before the window is closed, or before another file takes the place of what is open.
void leave_dialog(App& app);

}  // namespace gpuscape::gui
