#pragma once
/// Designs of result folders, shown as read-only columns beside the live ones.

#include <memory>
#include <string>
#include <vector>

#include "gui/view/shown_design.hpp"
#include "sim/report/reading/saved_folder.hpp"

namespace gpuscape::gui {

struct SavedColumn {
  std::shared_ptr<const SavedFolder> folder;
  std::size_t design = 0;

  [[nodiscard]] const SavedDesign& of() const { return folder->designs[design]; }
  /// As the views take it; never null.
  [[nodiscard]] std::shared_ptr<const StudyOutcome> outcome() const {
    return {of().run, &of().run->outcome};
  }
};
using SavedColumns = std::vector<SavedColumn>;

SavedColumns saved_columns(const std::vector<std::shared_ptr<const SavedFolder>>& folders);

/// "base"; of a run's own folder the name of its scenario, "lab-log".
std::string saved_name(const SavedColumn& column);
/// "from lab-log.out".
std::string saved_mark(const SavedColumn& column);
/// "2026-11-25 02:43 UTC": when the folder was completed; empty where that is not known.
std::string saved_date(const SavedColumn& column);
/// Where it lies, which version wrote it and when, and by which command; one line each.
std::string saved_about(const SavedColumn& column);

/// Adds those that have curves; the first is the column `first` of the answers.
void append_saved(std::vector<ShownDesign>& shown, const SavedColumns& columns, std::size_t first);

/// What the folder says of a compared metric: in a comparison as compare.json has it, else as
/// result.json has it.
Estimate saved_figure(const SavedColumn& column, std::size_t metric);
/// Whether it says anything of it.
bool has_saved(const SavedColumn& column, const Metric& metric);

}  // namespace gpuscape::gui
