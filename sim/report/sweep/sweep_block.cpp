#include "sim/report/sweep/sweep_block.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/base/excerpt.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/html/html_text.hpp"
#include "sim/report/sweep/pictured_figure.hpp"
#include "sim/report/sweep/sweep_pictures.hpp"

namespace gpuscape {

namespace {

constexpr std::size_t kMostAnswers = 30;
constexpr std::size_t kMostDesignRows = 200;

/// "56 designs: 2 kind × 7 nodes × 4 oversubscription".
std::string question_html(const SweepReport& report) {
  std::string text = quantity(report.space.size(), "design");
  for (std::size_t i = 0; i < report.space.axes().size(); ++i) {
    const AxisSpec& axis = report.space.axes()[i];
    text += fmt::format("{}{} {}", i == 0 ? ": " : " × ", human_count(std::ssize(axis.values)),
                        excerpt(axis.name));
  }
  return html_element("p", "class=\"question\"", html_text(text)) + "\n";
}

std::string value_text(const SweepReport& report, const FindSpec& find, const RunRecord& record) {
  const Ranking ranking{.space = &report.space, .find = &find};
  const Figure* figure = ranking.figure(record);
  return figure == nullptr ? "" : ": " + figure_text(*figure, record.currency);
}

std::string answer_text(const SweepReport& report, const FindSpec& find, const FoundDesign& found) {
  std::string text(goal_name(find.goal));
  for (const auto& [axis, value] : found.of)
    text += fmt::format("{}{} {}", &axis == &found.of.front().first ? " for " : ", ", excerpt(axis),
                        excerpt(value));
  const auto told = [&](const RunRecord& record) {
    RunRecord named{.axes = record.axes};
    std::erase_if(named.axes, [&](const auto& axis) {
      return std::ranges::find(found.of, axis) != found.of.end();
    });
    return html_element("strong", html_text(excerpt(named.design_name(), 100))) +
           html_text(value_text(report, find, record));
  };
  if (found.best == nullptr)
    return html_text(text + ": no design meets what is asked") +
           (found.closest == nullptr ? "" : "; nearest: " + told(*found.closest));
  return html_text(text) + ": " + told(*found.best) +
         (found.runner_up == nullptr ? "" : "; runner-up: " + told(*found.runner_up));
}

std::string answers_html(const SweepReport& report) {
  if (!report.space.find() || report.found.empty()) return "";
  if (report.outcome.partial)
    return html_element("div", "class=\"fault\"",
                        html_element("p",
                                     "The sweep has not ended: the best design may be one "
                                     "that was not run yet.")) +
           "\n";
  std::string html;
  for (std::size_t i = 0; i < std::min(report.found.size(), kMostAnswers); ++i)
    html += html_element("p", answer_text(report, report.space.sought(), report.found[i])) + "\n";
  if (report.found.size() > kMostAnswers)
    html +=
        html_element("p", fmt::format("and {} more answers", report.found.size() - kMostAnswers));
  return html_element("div", "class=\"answer\"", html) + "\n";
}

std::string counts_html(const SweepReport& report) {
  std::int64_t infeasible = 0;
  for (const RunRecord& record : report.outcome.records) infeasible += record.is_infeasible ? 1 : 0;
  const SweepProgress& progress = report.outcome.progress;
  const std::int64_t with_fault = progress.failed - infeasible;
  std::vector<std::string> items{fmt::format("{} of {} run",
                                             human_count(progress.done - progress.failed),
                                             quantity(progress.all, "design"))};
  if (infeasible > 0) items.push_back(fmt::format("{} do not fit", human_count(infeasible)));
  if (with_fault > 0) items.push_back(fmt::format("{} with a fault", human_count(with_fault)));
  return html_list(items) + "\n";
}

/// Columns of a table of designs beside the axes.
struct DesignColumns {
  std::vector<std::string> figures = {};
  std::vector<std::string> objectives = {};
};

DesignColumns columns_of(const SweepReport& report, const std::string& by) {
  DesignColumns columns;
  for (const std::string& name : {by, std::string("total_cost"), std::string(kPicturedWait)}) {
    const bool is_there = std::ranges::find(columns.figures, name) != columns.figures.end();
    const bool any = std::ranges::any_of(report.outcome.records, [&](const RunRecord& record) {
      return record.figure(name) != nullptr;
    });
    if (!is_there && any) columns.figures.push_back(name);
  }
  for (const RunRecord& record : report.outcome.records)
    for (const KeptObjective& objective : record.objectives)
      if (std::ranges::find(columns.objectives, objective.figure.name) == columns.objectives.end())
        columns.objectives.push_back(objective.figure.name);
  return columns;
}

std::string objective_html(const RunRecord& record, const std::string& name) {
  const auto of = std::ranges::find(record.objectives, name, [](const KeptObjective& objective) {
    return objective.figure.name;
  });
  if (of == record.objectives.end()) return "–";
  // In words too: colours alone tell nobody who does not see them.
  std::string text = objective_text(*of);
  if (text.find(" met") == std::string::npos && text.find("missed") == std::string::npos)
    text += of->met ? ", met" : ", missed";
  return html_element("span", of->met ? "class=\"better\"" : "class=\"worse\"", html_text(text));
}

/// The designs that are shown: all, or the best of many.
std::vector<const RunRecord*> rows_of(const SweepReport& report, const FindSpec& find) {
  std::vector<const RunRecord*> rows;
  for (const RunRecord& record : report.outcome.records)
    if (record.fault.empty()) rows.push_back(&record);
  if (rows.size() <= kMostDesignRows) return rows;
  const Ranking ranking{.space = &report.space, .find = &find};
  const auto missed = [&](const RunRecord& record) {
    return what_is_missed(find, record, record.never_fit).size();
  };
  const auto key = [&](const RunRecord* record) {
    const double value = ranking.value(*record);
    const bool has_none = std::isnan(value);
    return std::tuple(missed(*record), has_none,
                      has_none                         ? 0.0
                      : find.goal == FindGoal::largest ? -value
                                                       : value,
                      record->index);
  };
  std::ranges::sort(rows, {}, key);
  rows.resize(kMostDesignRows);
  return rows;
}

std::string table_html(const SweepReport& report) {
  const FindSpec find = pictured_find(report.space);
  const DesignColumns columns = columns_of(report, find.by);
  const std::vector<const RunRecord*> rows = rows_of(report, find);
  HtmlTable table{.caption =
                      rows.size() < report.outcome.records.size()
                          ? fmt::format("{} of {}: those that were run{}; runs.csv has all",
                                        human_count(std::ssize(rows)),
                                        quantity(std::ssize(report.outcome.records), "design"),
                                        rows.size() == kMostDesignRows ? ", the best first" : "")
                          : "All designs"};
  table.head.emplace_back("design");
  for (const AxisSpec& axis : report.space.axes()) table.head.push_back(html_name(axis.name));
  const std::string currency = currency_of(report.outcome);
  for (const std::string& name : columns.figures)
    table.head.push_back(html_text(words_of_figure(name, currency)));
  for (const std::string& name : columns.objectives) table.head.push_back(html_name(name));
  for (const RunRecord* record : rows) {
    std::vector<std::string>& cells = table.rows.emplace_back();
    cells.push_back(fmt::format("{}", record->index));
    for (const auto& [axis, value] : record->axes) cells.push_back(html_name(excerpt(value, 60)));
    for (const std::string& name : columns.figures) {
      const Figure* figure = record->figure(name);
      cells.push_back(figure == nullptr ? "–" : html_text(figure_text(*figure, record->currency)));
    }
    for (const std::string& name : columns.objectives)
      cells.push_back(objective_html(*record, name));
  }
  return html_table(table);
}

}  // namespace

std::string sweep_block(const SweepReport& report, int level, const std::string& id) {
  std::string html = question_html(report) + answers_html(report) + counts_html(report);
  for (SweepPicture& picture : sweep_pictures(report, id + "-")) {
    char& first = picture.title.front();
    if (first >= 'a' && first <= 'z') first = static_cast<char>(first - 'a' + 'A');
    html += html_heading(level, picture.title) + "\n" + picture.figure;
  }
  return html + html_heading(level, "Designs") + "\n" + table_html(report);
}

}  // namespace gpuscape
