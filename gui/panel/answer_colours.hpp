#pragma once
/// Which colour says what in the answer and in the curves.

#include "gui/view/answer_table.hpp"
#include "gui/view/timeline_view.hpp"
#include "gui/window/theme.hpp"

namespace gpuscape::gui {

/// Of a value: whether its objective is met; of one without, that of text.
inline ImU32 value_colour(const Theme& theme, const AnswerCell& cell) {
  if (!cell.is_met) return theme.text;
  return *cell.is_met ? theme.better : theme.worse;
}

/// The colour of the difference to the baseline beside a value, whether or not an objective is met.
inline ImU32 verdict_colour(const Theme& theme, const AnswerCell& cell) {
  switch (cell.judged) {
    case Verdict::better:
      return theme.better;
    case Verdict::worse:
      return theme.worse;
    default:
      return theme.dim;
  }
}

/// Of a curve: its design's; what a log says belongs to no design.
inline ImU32 curve_colour(const Theme& theme, const Curve& curve) {
  return curve.kind == CurveKind::as_logged ? theme.dim : theme.design(curve.column);
}

}  // namespace gpuscape::gui
