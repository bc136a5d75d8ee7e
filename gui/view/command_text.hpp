#pragma once
/// Taking an answer out of the window: the command that gives it again, and a scenario that holds
/// the changes.

#include <string>
#include <string_view>
#include <vector>

#include "sim/live/live_study.hpp"
#include "sim/session/compared_scenarios.hpp"

namespace gpuscape::gui {

/// A word for a POSIX shell: as it is, or in single quotes.
std::string shell_word(std::string_view text);

/// `gpuscape run FILE --variant … --set …`: the command that gives the design's answer. Of a design
/// without patches of its own, from a file as it is saved.
std::string run_command(const LiveDesign& design);

struct DesignsCommand {
  std::string text;
  bool needs_patch = false;     ///< only after what `patch_text` makes was saved
  CompareOptions options = {};  ///< of `gpuscape compare`; of no file where it is another command
};
/// One command that compares the designs in their order, the first being the baseline: of one file
/// and the same settings, of several files, or of the file that `patch_text` makes, to be saved as
/// `patch_file`. Of a single design its `run_command`. `file_variants` are those of the designs'
/// file (ScenarioSpec::variants).
DesignsCommand compare_command(const std::vector<LiveDesign>& designs,
                               const std::string& patch_file,
                               const std::vector<std::string>& file_variants);

/// A scenario that extends the designs' file, each design that is not the file's own scenario being
/// a variant of the design's name, or of that with a number where the file has such a variant. To
/// be saved as `patch_file`, whose folder may be another one. Passes `gpuscape check`. Throws
/// RunError where the designs are of several files or of a text that is not saved, and
/// ScenarioError where a design cannot be read.
std::string patch_text(const std::vector<LiveDesign>& designs, const Registry& registry,
                       const std::string& patch_file);

}  // namespace gpuscape::gui
