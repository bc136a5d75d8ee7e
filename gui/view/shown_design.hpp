#pragma once
/// What all views start from: the designs that have an answer, and how far each answer is.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sim/live/live_study.hpp"

namespace gpuscape::gui {

/// How far the numbers of a column can be trusted.
enum class AnswerMark : std::uint8_t {
  none,
  first_weeks,
  replications,
  exact,
  stale,
  saved  ///< read from a result folder
};

/// A design with an answer, as curves and columns show it.
struct ShownDesign {
  std::string name = {};   ///< "A"
  std::size_t column = 0;  ///< its place among the designs of the state: its colour
  std::shared_ptr<const StudyOutcome> outcome = {};      ///< never null
  std::shared_ptr<const CheckedScenario> scenario = {};  ///< may be null
  AnswerMark mark = AnswerMark::exact;
  bool is_pale = false;  ///< an earlier answer, drawn behind
};

AnswerMark mark_of(const LiveAnswer& answer);

/// "exact", "first 3 weeks", "5 replications", "stale", "–".
std::string mark_text(const LiveAnswer& answer);

/// Designs with an answer, in their order. Of `earlier`, if given, the answers that differ from
/// those of `state` come first and are pale: what was shown before an edit.
std::vector<ShownDesign> shown_designs(const LiveState& state, const LiveState* earlier = nullptr);

}  // namespace gpuscape::gui
