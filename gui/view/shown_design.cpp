#include "gui/view/shown_design.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/base/units/unit_text.hpp"
#include "sim/report/format/text_lines.hpp"

namespace gpuscape::gui {

namespace {

/// "first 3 weeks", "first 2.5 d".
std::string covered_text(Seconds covers) {
  constexpr Seconds kWeek{7.0 * 86400.0};
  const double weeks = covers / kWeek;
  if (weeks < 1.0) return fmt::format("first {}", rounded_text(covers));
  const double shown = std::floor(10.0 * weeks) / 10.0;
  return fmt::format("first {:.3g} {}", shown, shown == 1.0 ? "week" : "weeks");
}

void append(std::vector<ShownDesign>& shown, const LiveState& state, bool is_pale) {
  for (std::size_t i = 0; i < state.designs.size(); ++i) {
    const LiveAnswer& answer = state.designs[i];
    if (answer.outcome == nullptr) continue;
    shown.push_back({.name = answer.asked.name,
                     .column = i,
                     .outcome = answer.outcome,
                     .scenario = answer.scenario,
                     .mark = mark_of(answer),
                     .is_pale = is_pale});
  }
}

}  // namespace

AnswerMark mark_of(const LiveAnswer& answer) {
  if (answer.outcome == nullptr) return AnswerMark::none;
  if (answer.is_stale) return AnswerMark::stale;
  switch (answer.stage) {
    case LiveStage::none:
      return AnswerMark::none;
    case LiveStage::first_weeks:
      return AnswerMark::first_weeks;
    case LiveStage::replications:
      return AnswerMark::replications;
    case LiveStage::exact:
      return AnswerMark::exact;
  }
  return AnswerMark::none;
}

std::string mark_text(const LiveAnswer& answer) {
  switch (mark_of(answer)) {
    case AnswerMark::none:
      return "–";
    case AnswerMark::stale:
      return "stale";
    case AnswerMark::first_weeks:
      return covered_text(answer.covers);
    case AnswerMark::replications:
      return quantity(answer.outcome->result.replications, "replication");
    case AnswerMark::exact:
      return "exact";
    case AnswerMark::saved:
      break;
  }
  return "";
}

std::vector<ShownDesign> shown_designs(const LiveState& state, const LiveState* earlier) {
  std::vector<ShownDesign> now;
  append(now, state, false);
  if (earlier == nullptr) return now;
  std::vector<ShownDesign> shown;
  append(shown, *earlier, true);
  std::erase_if(shown, [&](const ShownDesign& old) {
    return std::ranges::any_of(now,
                               [&](const ShownDesign& one) { return one.outcome == old.outcome; });
  });
  std::ranges::move(now, std::back_inserter(shown));
  return shown;
}

}  // namespace gpuscape::gui
