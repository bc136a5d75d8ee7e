#pragma once
/// A session that is written down: one input, expectation or picture a line. docs/how-to/
/// ask-what-if-in-the-window.md lists the words.

#include <istream>
#include <string>
#include <vector>

#include "gui/script/driver.hpp"

namespace gpuscape::gui {

struct ScriptLine {
  int line = 0;      ///< in its file, from 1
  std::string word;  ///< "click"
  std::string rest;  ///< what follows, without blanks at its ends
};

/// The lines that are neither empty nor begin with '#'.
std::vector<ScriptLine> read_script(std::istream& stream);

struct ScriptEnd {
  bool is_met = true;   ///< every expectation was
  std::string failure;  ///< "tour.txt:7: \"undo\" is not on screen"
  int inputs = 0;       ///< clicks, keys, texts and the like
};

/// Runs the lines to the first that fails; pictures go to `shots`, which must be a folder.
ScriptEnd run_script(const std::vector<ScriptLine>& lines, const std::string& file,
                     const std::string& shots, Window& window, App& app);

}  // namespace gpuscape::gui
