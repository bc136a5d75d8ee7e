#pragma once
/// Where a column of the answers comes from: a live design or one of a result folder.

#include <memory>
#include <optional>
#include <vector>

#include "gui/view/answer_table.hpp"

namespace gpuscape::gui {

struct AnswerSource {
  AnswerColumn head = {};
  std::shared_ptr<const StudyOutcome> outcome = {};   ///< null: there is no answer
  std::shared_ptr<const StudyOutcome> baseline = {};  ///< what it is compared with; may be null
  const Comparison* beside = nullptr;                 ///< to that; null where there is none
  std::optional<SavedColumn> saved = {};              ///< of a result folder

  [[nodiscard]] const StudyResult* result() const {
    return outcome == nullptr ? nullptr : &outcome->result;
  }
  /// Whether the column shows it.
  [[nodiscard]] bool shows(const Metric& metric) const;
  [[nodiscard]] Estimate estimate(const Metric& metric) const;
};

/// Live designs first, then the others. Both must outlive what is returned.
std::vector<AnswerSource> answer_sources(const LiveState& state, const SavedColumns& saved);

}  // namespace gpuscape::gui
