#pragma once
/// What can be done from the keyboard: the help page and the shortcuts are the same table.

#include <span>
#include <string_view>

namespace gpuscape::gui {

class App;

struct CommandRow {
  std::string_view keys;   ///< "D", "Ctrl+Z", "Shift+Tab": a letter is the character typed
  std::string_view about;  ///< "copy the design"
  void (*run)(App& app);
};

std::span<const CommandRow> commands();

/// Runs what the keys of this frame ask for. Letters belong to a text field that has the keyboard,
/// and everything to a dialogue that is open.
void take_shortcuts(App& app);

}  // namespace gpuscape::gui
