#include "gui/view/answer_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "gui/view/answer_source.hpp"
#include "sim/cost/cost_model.hpp"
#include "sim/report/compare/compare_cells.hpp"
#include "sim/report/format/metric_text.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/run/nothing_started.hpp"
#include "sim/study/compare/differences.hpp"

namespace gpuscape::gui {

namespace {

/// What stands in brackets behind a value: "74–81" of "77 min (74–81)".
std::string interval_of(const Estimate& estimate, const std::function<std::string(double)>& print) {
  const std::string text = with_interval(estimate, [&print](double value) { return print(value); });
  const std::size_t open = text.find(" (");
  return open == std::string::npos ? "" : text.substr(open + 2, text.size() - open - 3);
}

void set_difference(AnswerCell& cell, const Difference& difference, std::string text) {
  cell.judged = difference.verdict;
  cell.verdict = verdict_text(difference.verdict);
  cell.difference = std::move(text);
}

/// The tooltip's lines.
std::string detail_text(const AnswerCell& cell, const AnswerColumn& column,
                        const Difference* difference) {
  std::string text = cell.value;
  if (!cell.interval.empty()) text += fmt::format(" ({})", cell.interval);
  text += fmt::format("\n{}", column.mark_text);
  if (!cell.method.empty()) text += fmt::format("\n{}", cell.method);
  if (difference == nullptr) return text;
  if (!cell.difference.empty())
    text += fmt::format("\nto {}: {}", column.baseline, cell.difference);
  if (!cell.verdict.empty()) text += fmt::format(": {}", cell.verdict);
  return text + fmt::format("\n{}\n{}", difference->difference.method, column.pairing);
}

class TableMaker {
 public:
  explicit TableMaker(std::vector<AnswerSource> sources) : sources_(std::move(sources)) {}

  AnswerTable make() {
    for (const AnswerSource& source : sources_) table_.columns.push_back(source.head);
    first_ = std::ranges::find_if(
        sources_, [](const AnswerSource& source) { return source.outcome != nullptr; });
    if (first_ == sources_.end()) return std::move(table_);
    add_objectives();
    for (const Metric* metric : in_order(&Metric::compared)) add_metric(*metric);
    add_notes();
    return std::move(table_);
  }

 private:
  [[nodiscard]] const StudyResult* result(std::size_t column) const {
    return sources_[column].result();
  }
  [[nodiscard]] const RunResult& first() const { return first_->outcome->result.first; }
  [[nodiscard]] std::size_t columns() const { return sources_.size(); }

  void add_objectives() {
    AnswerRow all{.kind = AnswerRow::Kind::objectives,
                  .key = "meets slo",
                  .label = "meets slo",
                  .about = "Whether every objective of the scenario is met."};
    bool any = false;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < columns(); ++i) {
      AnswerCell& cell = all.cells.emplace_back();
      const StudyResult* study = result(i);
      if (study == nullptr || study->slo.empty()) continue;
      any = true;
      cell.value = slo_text(*study);
      cell.is_met = cell.value == "yes";
      cell.detail = fmt::format("{}\n{}", cell.value, table_.columns[i].mark_text);
      for (const SloVerdict& slo : study->slo)
        if (std::ranges::find(names, slo.name) == names.end()) names.push_back(slo.name);
    }
    if (!any) return;
    table_.rows.push_back(std::move(all));
    for (const std::string& name : names) add_objective(name);
  }

  void add_objective(const std::string& name) {
    AnswerRow row{.kind = AnswerRow::Kind::objective, .key = name, .label = name};
    for (std::size_t i = 0; i < columns(); ++i) {
      AnswerCell& cell = row.cells.emplace_back();
      const StudyResult* study = result(i);
      if (study == nullptr) continue;
      const auto slo = std::ranges::find(study->slo, name, &SloVerdict::name);
      if (slo == study->slo.end()) continue;
      const std::string goal = fmt::format("{}: {}", name, slo_goal_text(*slo));
      if (row.about.empty()) row.label = row.about = goal;
      if (goal != row.about) note(i, "another objective of that name: " + goal);
      fill(cell, *slo, i);
    }
    table_.rows.push_back(std::move(row));
  }

  void fill(AnswerCell& cell, const SloVerdict& slo, std::size_t column) const {
    const auto print = [&](double value) { return slo_value_text(slo, value); };
    cell.value = std::isfinite(slo.value.value) ? print(slo.value.value) : "–";
    cell.interval = interval_of(slo.value, print);
    cell.method = slo.value.method;
    cell.is_met = slo.met;
    const Comparison* beside = sources_[column].beside;
    const SloDifference* difference = nullptr;
    if (beside != nullptr) {
      const auto found = std::ranges::find(beside->slo, slo.name, &SloDifference::name);
      if (found != beside->slo.end()) difference = &*found;
    }
    if (difference != nullptr)
      set_difference(cell, *difference, slo_difference_text(slo, difference->difference));
    cell.detail = fmt::format("{}: {}\n{}", slo_goal_text(slo), slo.met ? "met" : "missed",
                              detail_text(cell, table_.columns[column], difference));
  }

  static std::string slo_difference_text(const SloSpec& slo, const Estimate& difference) {
    if (!std::isfinite(difference.value) || difference.value == 0.0) return "";
    if (!slo.of_jobs) return interval_text(difference, metrics()[metric_index(slo.metric)].print);
    return interval_text(difference, slo.is_time ? MetricPrint::time : MetricPrint::factor);
  }

  /// A row where any design has the metric.
  void add_metric(const Metric& metric) {
    AnswerRow row{
        .kind = metric.needs == Needs::cost ? AnswerRow::Kind::cost : AnswerRow::Kind::metric,
        .key = metric_name(first(), metric),
        .label = metric_label(metric.label, first()),
        .about = std::string(metric.about)};
    bool any = false;
    for (std::size_t i = 0; i < columns(); ++i) {
      AnswerCell& cell = row.cells.emplace_back();
      if (!sources_[i].shows(metric)) continue;
      any = true;
      fill(cell, metric, i);
    }
    if (any) table_.rows.push_back(std::move(row));
  }

  void fill(AnswerCell& cell, const Metric& metric, std::size_t column) const {
    const AnswerSource& source = sources_[column];
    const StudyResult& study = *source.result();
    const Estimate estimate = source.estimate(metric);
    const auto print = [&](double value) { return metric_text(value, metric.print); };
    cell.value = marked_text(estimate.value, study, metric);
    if (cell.value != "overloaded") cell.interval = interval_of(estimate, print);
    cell.method = estimate.method;
    const MetricDifference* difference = nullptr;
    if (source.beside != nullptr && source.baseline != nullptr) {
      const auto found =
          std::ranges::find(source.beside->metrics, &metric, &MetricDifference::metric);
      if (found != source.beside->metrics.end()) difference = &*found;
    }
    if (difference != nullptr)
      set_difference(cell, *difference,
                     difference_text(*difference, study, source.baseline->result));
    cell.detail = detail_text(cell, table_.columns[column], difference);
  }

  void note(std::size_t column, std::string_view text) {
    table_.notes.push_back(fmt::format("{}: {}", table_.columns[column].name, text));
  }

  void add_notes() {
    for (std::size_t i = 0; i < columns(); ++i) {
      const StudyResult* study = result(i);
      if (study == nullptr) continue;
      if (study->partial && sources_[i].saved) note(i, "stopped before its end");
      if (study->overloaded()) note(i, "overloaded: waits grow for as long as jobs arrive");
      if (study->nothing_started())
        note(i, sources_[i].saved ? "no job started" : nothing_started_text(*study));
      else if (study->never_fit > 0)
        note(i, fmt::format("{} never fit", quantity(study->never_fit, "job")));
      if (!study->precision_reached)
        note(i, "half-widths of 5 % of means and 10 % of p95 not reached");
      if (has_part_not_counted(study->first))
        note(i,
             fmt::format("not counted: {}", fmt::join(study->first.cost->missing(), kSeparator)));
      const Comparison* beside = sources_[i].beside;
      if (beside != nullptr && !beside->paired) note(i, "not paired: " + beside->pairing);
    }
  }

  std::vector<AnswerSource> sources_;
  AnswerTable table_;
  std::vector<AnswerSource>::const_iterator first_;
};

}  // namespace

AnswerTable answer_table(const LiveState& state, const SavedColumns& saved) {
  return TableMaker(answer_sources(state, saved)).make();
}

}  // namespace gpuscape::gui
