#include "gui/view/answer_source.hpp"

#include <fmt/format.h>

#include "sim/report/format/metric_text.hpp"
#include "sim/study/compare/differences.hpp"

namespace gpuscape::gui {

namespace {

std::string fault_line(const Issue& issue) {
  std::string text = format_issues({issue});
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

AnswerSource live_source(const LiveState& state, std::size_t column) {
  const LiveAnswer& answer = state.designs[column];
  AnswerSource source;
  source.head.name = answer.asked.name;
  source.head.mark = mark_of(answer);
  source.head.mark_text = mark_text(answer);
  for (const Issue& issue : answer.faults) source.head.faults.push_back(fault_line(issue));
  if (!answer.failure.empty()) source.head.faults.push_back(answer.failure);
  if (answer.lacks_memory) source.head.faults.push_back("Ctrl+Enter runs it all the same");
  source.outcome = answer.outcome;
  source.baseline = state.designs.front().outcome;
  if (column > 0 && column <= state.comparisons.size())
    source.beside = state.comparisons[column - 1].get();
  if (source.beside != nullptr) source.head.pairing = source.beside->pairing;
  return source;
}

AnswerSource saved_source(const SavedColumn& column) {
  const SavedDesign& design = column.of();
  AnswerSource source;
  source.head.name = saved_name(column);
  source.head.mark = AnswerMark::saved;
  source.head.mark_text = saved_mark(column);
  source.head.about = saved_about(column);
  source.head.baseline =
      fmt::format("{} {}", column.folder->designs.front().name, source.head.mark_text);
  if (column.design == 0) source.head.faults = column.folder->faults;
  source.outcome = column.outcome();
  source.baseline = SavedColumn{column.folder, 0}.outcome();
  if (design.beside) source.beside = &*design.beside;
  if (source.beside != nullptr) source.head.pairing = source.beside->pairing;
  source.saved = column;
  return source;
}

}  // namespace

bool AnswerSource::shows(const Metric& metric) const {
  if (outcome == nullptr) return false;
  return saved ? has_saved(*saved, metric) : is_printed(metric, outcome->result.first);
}

Estimate AnswerSource::estimate(const Metric& metric) const {
  const std::size_t index = metric_index(metric.key);
  return saved ? saved_figure(*saved, index) : compared_estimate(*outcome, index);
}

std::vector<AnswerSource> answer_sources(const LiveState& state, const SavedColumns& saved) {
  std::vector<AnswerSource> sources;
  sources.reserve(state.designs.size() + saved.size());
  for (std::size_t i = 0; i < state.designs.size(); ++i) sources.push_back(live_source(state, i));
  for (const SavedColumn& column : saved) sources.push_back(saved_source(column));
  return sources;
}

}  // namespace gpuscape::gui
