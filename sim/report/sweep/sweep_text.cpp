#include "sim/report/sweep/sweep_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "sim/base/excerpt.hpp"
#include "sim/report/format/metric_text.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/format/text_table.hpp"
#include "sim/report/sweep/found_text.hpp"

namespace gpuscape {

namespace {

/// "60 designs: 4 nodes × 15 fabric".
std::string space_text(const DesignSpace& space) {
  std::string factors;
  for (const AxisSpec& axis : space.axes())
    factors += fmt::format("{}{} {}", factors.empty() ? ": " : " × ",
                           human_count(std::ssize(axis.values)), excerpt(axis.name));
  return quantity(space.size(), "design") + factors;
}

/// What most of the designs with a fault have, with how many there are.
std::string faults_text(const SweepOutcome& outcome, bool infeasible) {
  constexpr std::size_t kMostNamed = 3;
  std::vector<std::pair<std::string, std::int64_t>> by_message;
  for (const RunRecord& record : outcome.records) {
    if (record.fault.empty() || record.is_infeasible != infeasible) continue;
    const auto at =
        std::ranges::find(by_message, record.fault, &std::pair<std::string, std::int64_t>::first);
    if (at == by_message.end()) {
      by_message.emplace_back(record.fault, 1);
    } else {
      ++at->second;
    }
  }
  std::ranges::stable_sort(by_message, std::ranges::greater(),
                           &std::pair<std::string, std::int64_t>::second);
  std::int64_t all = 0;
  std::string text;
  for (std::size_t i = 0; i < by_message.size(); ++i) {
    all += by_message[i].second;
    if (i < kMostNamed)
      text += fmt::format("{}{}{}", i == 0 ? "" : "; ", excerpt(by_message[i].first, 120),
                          by_message.size() > 1 ? fmt::format(" ({})", by_message[i].second) : "");
  }
  if (by_message.size() > kMostNamed) text += "; …";
  return all == 0 ? "" : fmt::format("{}: {}", quantity(all, "design"), text);
}

std::string run_counts(const SweepReport& report) {
  const SweepProgress& progress = report.outcome.progress;
  if (progress.all == 0)
    return fmt::format("nothing in this part (of {} in all)",
                       quantity(report.space.size(), "design"));
  const auto with_fault = std::ranges::count_if(
      report.outcome.records, [](const RunRecord& record) { return !record.fault.empty(); });
  std::string text = quantity(progress.done - with_fault, "design");
  if (progress.reused > 0)
    text += fmt::format(", {} of them as run before", human_count(progress.reused));
  if (progress.done < report.space.size())
    text += fmt::format(" (of {} in all)", human_count(report.space.size()));
  return text;
}

/// The designs, where they are few enough to be looked at.
std::string designs_table(const SweepReport& report) {
  constexpr std::int64_t kMostRows = 40;
  const std::vector<RunRecord>& records = report.outcome.records;
  if (std::ssize(records) > kMostRows) return "";
  std::vector<std::vector<std::string>> rows(1);
  for (const AxisSpec& axis : report.space.axes()) rows[0].push_back(excerpt(axis.name, 30));
  rows[0].insert(rows[0].end(), {"GPUs", "queue wait p95"});
  std::vector<std::string> objectives;
  bool has_cost = false;
  for (const RunRecord& record : records) {
    has_cost = has_cost || !record.currency.empty();
    for (const KeptObjective& one : record.objectives)
      if (std::ranges::find(objectives, one.figure.name) == objectives.end())
        objectives.push_back(one.figure.name);
  }
  if (has_cost) rows[0].emplace_back("cost");
  if (!objectives.empty()) rows[0].emplace_back("misses");
  for (const RunRecord& record : records) {
    if (!record.fault.empty()) continue;
    std::vector<std::string>& row = rows.emplace_back();
    for (const auto& [axis, value] : record.axes) row.push_back(excerpt(value, 30));
    row.push_back(human_count(record.gpus));
    const Figure* wait = record.figure("queue_wait_p95_s");
    row.push_back(wait == nullptr ? "–" : figure_text(*wait, record.currency));
    const Figure* cost = record.figure("total_cost");
    if (has_cost)
      row.push_back(cost == nullptr ? "–"
                                    : (record.cost_is_at_least ? "≥ " : "") +
                                          figure_text(*cost, record.currency));
    std::string missed;
    for (const KeptObjective& one : record.objectives)
      if (!one.met) missed += (missed.empty() ? "" : ", ") + excerpt(one.figure.name);
    if (record.overloaded) missed += missed.empty() ? "overloaded" : ", overloaded";
    if (!objectives.empty()) row.push_back(missed.empty() ? "none" : missed);
  }
  return rows.size() > 1 ? text_table(rows) : "";
}

}  // namespace

std::string sweep_text(const SweepReport& report) {
  std::string text = fmt::format("{} · {}\n", excerpt(report.title), space_text(report.space));
  text += designs_table(report);
  text += line("ran", run_counts(report));
  if (const std::string misfits = faults_text(report.outcome, true); !misfits.empty())
    text += line("do not fit", misfits);
  if (const std::string faults = faults_text(report.outcome, false); !faults.empty())
    text += line("faults", faults);
  if (!report.found.empty()) text += found_text(report);
  return text;
}

}  // namespace gpuscape
