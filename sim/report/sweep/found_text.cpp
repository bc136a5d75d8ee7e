#include "sim/report/sweep/found_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/base/excerpt.hpp"
#include "sim/report/format/metric_text.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/format/text_table.hpp"
#include "sim/report/sweep/calendar_text.hpp"
#include "sim/study/metrics/metrics.hpp"
#include "sim/sweep/paired_lead.hpp"

namespace gpuscape {

namespace {

/// What prints figures that are no metrics.
MetricPrint print_of(const std::string& name) {
  const auto found = std::ranges::find(metrics(), name, &Metric::key);
  if (found != metrics().end()) return found->print;
  return name.starts_with("cores_") ? MetricPrint::share : MetricPrint::amount;
}

/// Without the axes that say which answer it is.
std::string design_of(const RunRecord& record, const FoundDesign& found) {
  RunRecord named{.axes = record.axes};
  std::erase_if(named.axes, [&](const auto& axis) {
    return std::ranges::find(found.of, axis) != found.of.end();
  });
  return excerpt(named.design_name(), 100);
}

/// The answers to one question, in words.
class Words {
 public:
  explicit Words(const SweepReport& report)
      : report_(report),
        find_(report.space.find().value_or(FindSpec())),
        ranking_{&report.space, &find_} {}

  Words(const Words&) = delete;
  Words& operator=(const Words&) = delete;

  [[nodiscard]] std::string name() const { return std::string(goal_name(find_.goal)); }

  /// What decides, of a design: "2.91 M USD".
  [[nodiscard]] std::string value(const RunRecord& record) const {
    const Figure* figure = ranking_.figure(record);
    if (figure == nullptr) return "";
    const bool is_cost = figure->name == "total_cost" || figure->name == "capex";
    return (is_cost && record.cost_is_at_least ? "at least " : "") +
           figure_text(*figure, record.currency);
  }

  [[nodiscard]] std::string best(const FoundDesign& found) const {
    const std::string of_it = value(*found.best);
    return design_of(*found.best, found) + (of_it.empty() ? "" : ": " + of_it);
  }

  /// The objectives of a design that are asked for; of one that does not meet only those missed.
  [[nodiscard]] std::string objectives(const RunRecord& record, bool only_missed) const {
    std::string text;
    for (const KeptObjective& one : record.objectives) {
      const bool asked =
          find_.meets_all || std::ranges::find(find_.meets, one.figure.name) != find_.meets.end();
      if (!asked || (only_missed && one.met)) continue;
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", excerpt(one.figure.name),
                          objective_text(one));
    }
    return text;
  }

  /// How far the next one is from the answer: "0.19 M USD more (6.5 %)".
  [[nodiscard]] std::string runner_up(const FoundDesign& found) const {
    if (found.runner_up == nullptr) return "none: no other design meets";
    const Figure* first = ranking_.figure(*found.best);
    const Figure* second = ranking_.figure(*found.runner_up);
    std::string text = design_of(*found.runner_up, found);
    if (first == nullptr || second == nullptr) return text;
    const double by = second->value - first->value;
    if (by == 0.0) return text + ": the same";
    Figure difference{.name = first->name, .value = std::abs(by)};
    text += fmt::format(": {} {}", figure_text(difference, found.best->currency),
                        by > 0.0 ? "more" : "less");
    if (first->value != 0.0)
      text += fmt::format(" ({})", percent_text(std::abs(by / first->value)));
    if (!intervals_overlap(ranking_, *found.best, *found.runner_up)) return text;
    text +=
        found.lead ? lead_text(*found.lead, *found.best) : ", not certain: their intervals overlap";
    return text;
  }

  /// What keeps better designs from being the answer, what keeps the most first; empty where
  /// there are none.
  [[nodiscard]] std::string binding(const FoundDesign& found, std::size_t most) const {
    std::string text;
    for (const Hindrance& one : found.hindrances) {
      if (most-- == 0) break;
      text += fmt::format("{}{}: {} {}", text.empty() ? "" : "; ", excerpt(one.what),
                          quantity(one.designs, better() + " design"), hindered(one));
      if (one.nearest != nullptr) text += ", nearest " + nearest_text(one, found);
      if (one.uncertain > 0)
        text += fmt::format(" ({} of them not certain)", human_count(one.uncertain));
    }
    return text;
  }

  [[nodiscard]] std::string none(const FoundDesign& found) const {
    if (found.closest != nullptr) {
      const std::string none =
          found.designs == 1 ? "the only design does not meet"
                             : fmt::format("none of {} meets", quantity(found.designs, "design"));
      const std::string text =
          fmt::format("{}; closest is {}", none, design_of(*found.closest, found));
      std::string missed = objectives(*found.closest, true);
      for (const std::string& what : what_is_missed(find_, *found.closest, 0))
        if (std::ranges::none_of(found.closest->objectives,
                                 [&](const KeptObjective& one) { return one.figure.name == what; }))
          missed += (missed.empty() ? "" : ", ") + excerpt(what);
      return text + ": " + missed;
    }
    if (found.without_figure > 0)
      return fmt::format("{} could not be ranked: no {}", quantity(found.without_figure, "design"),
                         find_.by);
    return fmt::format("none of {} could be run", quantity(found.designs, "design"));
  }

  /// What the answers rest on beside the runs.
  [[nodiscard]] std::string grounds() const {
    std::string text;
    const auto add = [&](const std::string& more) { text += (text.empty() ? "" : "; ") + more; };
    if (!report_.has_objectives)
      add(fmt::format("no objectives: nothing but the {} decides", what()));
    bool no_price = false;
    bool imprecise = false;
    std::int64_t unfinished = 0;
    for (const FoundDesign& found : report_.found) {
      if (found.best == nullptr) continue;
      no_price = no_price || found.best->cost_is_at_least;
      imprecise = imprecise || !found.best->precision_reached;
      unfinished = std::max(unfinished, found.best->unfinished);
    }
    if (no_price) add("parts have no price, so costs are at least that; gpuscape run names them");
    if (imprecise) add("replications ended before the intervals were precise");
    if (unfinished > 0)
      add(fmt::format("up to {} unfinished where an answer's runs end",
                      quantity(unfinished, "job")));
    std::int64_t with_fault = 0;
    for (const FoundDesign& found : report_.found) with_fault += found.with_fault;
    if (with_fault > 0) add(quantity(with_fault, "design") + " with a fault could not be asked");
    if (report_.outcome.progress.done < report_.space.size())
      add(fmt::format("only {} of {} were run", human_count(report_.outcome.progress.done),
                      quantity(report_.space.size(), "design")));
    return text;
  }

  /// "costs", or what decides.
  [[nodiscard]] std::string what() const {
    if (find_.by == "total_cost") return "cost";
    return find_.by.empty() ? find_.axes.front() : find_.by;
  }

 private:
  static std::string hindered(const Hindrance& hindrance) {
    if (hindrance.is_objective) return hindrance.designs == 1 ? "misses it" : "miss it";
    return hindrance.designs == 1 ? "has it" : "have it";
  }

  static std::string nearest_text(const Hindrance& hindrance, const FoundDesign& found) {
    const RunRecord& record = *hindrance.nearest;
    std::string text = design_of(record, found);
    for (const KeptObjective& one : record.objectives)
      if (one.figure.name == hindrance.what) text += ": " + objective_text(one);
    return text;
  }

  [[nodiscard]] std::string better() const {
    switch (find_.goal) {
      case FindGoal::largest:
        return "larger";
      case FindGoal::smallest:
        return "smaller";
      case FindGoal::cheapest:
        break;
    }
    return "cheaper";
  }

  /// What the same jobs on both designs say.
  static std::string lead_text(const Figure& lead, const RunRecord& best) {
    const auto end = [&](const std::optional<double>& value) {
      return figure_text({.name = lead.name, .value = value.value_or(lead.value)}, best.currency);
    };
    if (!lead.low || !lead.high) return ", not certain: their intervals overlap";
    const bool is_clear = *lead.low > 0.0 || *lead.high < 0.0;
    return fmt::format(", {}: over the same jobs {} to {}",
                       is_clear ? "certain" : "no difference shown", end(lead.low), end(lead.high));
  }

  const SweepReport& report_;
  FindSpec find_;
  Ranking ranking_;
};

std::string one_answer(const Words& words, const FoundDesign& found) {
  if (found.best == nullptr) return line("no answer", words.none(found));
  std::string text = line(words.name(), words.best(found));
  if (const std::string met = words.objectives(*found.best, false); !met.empty())
    text += line("meets", met);
  text += line("runner-up", words.runner_up(found));
  if (const std::string binds = words.binding(found, 4); !binds.empty())
    text += line("binds", binds);
  return text;
}

/// A row for each value of the axes in `for_each`.
std::string answers_table(const Words& words, const std::vector<FoundDesign>& all) {
  std::vector<std::vector<std::string>> rows(1);
  for (const auto& [axis, value] : all.front().of) rows[0].push_back(excerpt(axis, 30));
  rows[0].insert(rows[0].end(), {words.name(), "runner-up"});
  for (const FoundDesign& found : all) {
    std::vector<std::string>& row = rows.emplace_back();
    for (const auto& [axis, value] : found.of) row.push_back(excerpt(value, 30));
    if (found.best == nullptr) {
      row.insert(row.end(), {"no answer", ""});
    } else {
      row.insert(row.end(), {words.best(found), words.runner_up(found)});
    }
  }
  return text_table(rows);
}

/// What stands below the table about one of its rows.
std::string about_answer(const Words& words, const FoundDesign& found) {
  std::string of;
  for (const auto& [axis, value] : found.of)
    of += fmt::format("{}{} {}", of.empty() ? "" : ", ", excerpt(axis), excerpt(value));
  if (found.best == nullptr) return line("no answer", fmt::format("{}: {}", of, words.none(found)));
  std::string text;
  const std::string met = words.objectives(*found.best, false);
  if (!met.empty()) text += line("meets", fmt::format("{}: {}", of, met));
  const std::string binds = words.binding(found, 1);
  if (!binds.empty()) text += line("binds", fmt::format("{}: {}", of, binds));
  return text;
}

std::string answers(const Words& words, const std::vector<FoundDesign>& all) {
  std::string text = answers_table(words, all);
  for (const FoundDesign& found : all) text += about_answer(words, found);
  return text;
}

}  // namespace

std::string figure_text(const Figure& figure, const std::string& currency) {
  const MetricPrint print = print_of(figure.name);
  std::string text =
      with_interval({.value = figure.value, .low = figure.low, .high = figure.high, .method = {}},
                    [&](double value) {
                      // Nodes and GPUs are counted, not rounded.
                      if (figure.name == kFurtherFigures[0])
                        return human_count(static_cast<std::int64_t>(value));
                      return metric_text(value, print);
                    });
  if (print != MetricPrint::money) return text;
  // "3.12 M USD (3.11–3.13)"
  const std::size_t interval = text.find(" (");
  return text.insert(interval == std::string::npos ? text.size() : interval, " " + currency);
}

std::string objective_text(const KeptObjective& objective) {
  const SloVerdict slo = verdict_of(objective);
  std::string text =
      with_interval(slo.value, [&](double value) { return slo_value_text(slo, value); });
  if (!slo.is_certain()) text += slo.met ? ", met, not certain" : ", missed, not certain";
  return text;
}

std::string found_text(const SweepReport& report) {
  if (!report.space.find() || report.found.empty()) return "";
  const Words words(report);
  std::string text;
  if (report.found.size() == 1 && report.found.front().of.empty()) {
    text = one_answer(words, report.found.front());
  } else {
    text = answers(words, report.found);
  }
  if (const std::string grounds = words.grounds(); !grounds.empty())
    text += line("rests on", grounds);
  if (report.calendar)
    text +=
        calendar_text(report.space.sought().calendar.value_or(CalendarSpec()), *report.calendar);
  return text + line("searched", "every design, with the same jobs and random numbers");
}

}  // namespace gpuscape
