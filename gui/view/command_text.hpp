#pragma once
/// Taking an answer out of the window: the command that gives it again, and a scenario that holds
/// the changes.

#include <string>
#include <string_view>
#include <vector>

#include "sim/live/live_study.hpp"

namespace gpuscape::gui {

/// A word as a POSIX shell takes it: as it is, or in single quotes.
std::string shell_word(std::string_view text);

/// `gpuscape run FILE --variant … --set …`.
std::string run_command(const LiveDesign& design);

struct DesignsCommand {
  /// One command where the designs are variants of one file under the same settings; else
  /// `gpuscape compare` of a file that `patch_text` writes, which `needs_patch` then says.
  std::string text;
  bool needs_patch = false;
};
/// Of the designs in their order, the first being the baseline. `patch_file` is where the patch
/// would be saved.
DesignsCommand compare_command(const std::vector<LiveDesign>& designs,
                               const std::string& patch_file);

/// A scenario to be saved as `patch_file` that extends the designs' file: it is the first design
/// itself, with the others as variants under their names. Passes `gpuscape check`. Throws RunError
/// where designs are of several files.
std::string patch_text(const std::vector<LiveDesign>& designs, const Registry& registry,
                       const std::string& patch_file);

}  // namespace gpuscape::gui
