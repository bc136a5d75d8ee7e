#pragma once
/// A session as a file: the designs, the result folders beside them, and how the window is divided.
/// Paths are relative to the file's folder, so that all of it can be moved.

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "gui/workspace/history.hpp"

namespace gpuscape::gui {

/// Version of the layout of the file.
inline constexpr int kSessionFormat = 1;
/// The tabs below the timeline, in their order on screen.
inline constexpr std::array<std::string_view, 9> kTabNames = {
    "why", "queues", "jobs", "nodes", "map", "money", "losers", "text", "designs"};

struct Session {
  DesignList list = {};                   ///< may be empty where there are results
  std::vector<std::string> results = {};  ///< folders
  std::vector<double> split = {};         ///< as in Settings; empty: not said
  std::string tab = {};                   ///< below the timeline: "jobs"; empty: not said
};

/// Whether a file says that it is one, well written or not.
bool is_session_file(const std::string& file);

/// Throws ScenarioError with every fault: misspelt keys, files that are not there, a version that
/// is not known. A missing result folder is not an error.
Session read_session(const std::string& file);

/// As written to `file`, which need not exist yet.
std::string session_text(const Session& session, const std::string& file);

/// Writes it complete or not at all, over a session that is there, but never over anything else:
/// then, and where it cannot be written, RunError is thrown.
void write_session(const std::string& file, const Session& session);

}  // namespace gpuscape::gui
