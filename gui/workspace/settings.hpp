#pragma once
/// What the window remembers from one start to the next, in one file of the person's configuration:
/// which files were open, how it is divided, dark or light.

#include <cstddef>
#include <string>
#include <vector>

namespace gpuscape::gui {

struct Settings {
  static constexpr std::size_t kMostRecent = 10;

  std::vector<std::string> recent = {};  ///< absolute paths, the newest first
  bool is_dark = true;
  bool was_toured = false;         ///< the first steps were shown
  std::vector<double> split = {};  ///< shares: left, right, answer, timeline
};

/// $XDG_CONFIG_HOME/gpuscape/window.json, or that below ~/.config; empty where neither is known.
std::string settings_file();

/// What the file says; what cannot be read is as if it were not there.
Settings read_settings(const std::string& file);
/// False where it cannot be written: then nothing is remembered, and nobody is bothered.
bool write_settings(const std::string& file, const Settings& settings);

/// Puts a file first.
void note_recent(Settings& settings, const std::string& file);

}  // namespace gpuscape::gui
