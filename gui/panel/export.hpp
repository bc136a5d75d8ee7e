#pragma once
/// What leaves the window: through the clipboard, or as files that a dialogue asked for.

#include <string>

namespace gpuscape::gui {

class App;

/// The command that gives the answers on screen, to the clipboard.
void copy_command(App& app);
/// Copies text to the clipboard and says in the window that `what` was copied.
void copy_text(App& app, const std::string& text, const std::string& what);
/// The table of answers, to the clipboard.
void copy_table(App& app);

/// What `export` can write.
enum class ExportKind {
  result_folder,
  comparison_folder,
  answers_csv,
  timeline_svg,
  picture,
  page
};

/// Where the designs are saved as a scenario, unless another name is given.
std::string patch_name(App& app);
/// Begins to write; how it ended is said in the window.
void start_export(App& app, ExportKind kind, const std::string& path);
/// Writes the designs as a scenario; false where it cannot, which is said.
bool save_patch(App& app, const std::string& path);

}  // namespace gpuscape::gui
