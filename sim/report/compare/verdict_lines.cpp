#include "sim/report/compare/verdict_lines.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "sim/base/excerpt.hpp"
#include "sim/report/compare/compare_table.hpp"
#include "sim/report/compare/cost_verdict_text.hpp"
#include "sim/report/compare/verdict_words.hpp"
#include "sim/report/format/json_values.hpp"
#include "sim/report/format/metric_text.hpp"
#include "sim/report/format/text_lines.hpp"

namespace gpuscape {

namespace {

using By = BoardVerdict::By;
constexpr std::size_t kMostNamedDesigns = 4;
constexpr std::size_t kMostNamedMetrics = 4;

class VerdictWords {
 public:
  explicit VerdictWords(const CompareResult& result) : result_(result), verdict_(*result.verdict) {}

  [[nodiscard]] std::string text() const {
    std::string text = line("verdict", answer());
    for (const std::string& one : others()) text += line("", one);
    const std::string lacks = ground();
    return lacks.empty() ? text : text + line("rests on", lacks);
  }

 private:
  [[nodiscard]] std::string name(std::size_t design) const { return column_name(result_, design); }

  [[nodiscard]] std::string labels(const std::vector<const Metric*>& metrics) const {
    const RunResult& run = result_.variants.front().outcome.result.first;
    std::vector<std::string> words;
    for (const Metric* metric : metrics)
      if (words.size() < kMostNamedMetrics) words.push_back(metric_label(metric->label, run));
    if (metrics.size() > kMostNamedMetrics)
      words.push_back(fmt::format("{} more", metrics.size() - kMostNamedMetrics));
    return fmt::format("{}", fmt::join(words, ", "));
  }

  [[nodiscard]] std::string tally_text(const DesignTally& tally) const {
    return tally_words(name(0), labels(tally.better), labels(tally.worse)) + losers(tally);
  }

  /// "; 2 users lose".
  [[nodiscard]] std::string losers(const DesignTally& tally) const {
    const auto found = std::ranges::find(result_.comparisons, tally.design, &Comparison::variant);
    if (found == result_.comparisons.end()) return "";
    std::string text;
    for (const LaterJobs& later : found->later)
      if (later.losing > 0)
        text +=
            fmt::format("; {} {}", quantity(static_cast<std::int64_t>(later.losing), later.kind),
                        later.losing == 1 ? "loses" : "lose");
    return text;
  }

  [[nodiscard]] const DesignTally* tally(std::size_t design) const {
    const auto found = std::ranges::find(verdict_.tallies, design, &DesignTally::design);
    return found == verdict_.tallies.end() ? nullptr : &*found;
  }

  [[nodiscard]] std::string by_cost() const {
    Comparison last;
    last.cost = verdict_.cost;
    last.cost_verdict = verdict_.cost_verdict;
    const std::size_t second = verdict_.runner_up.value_or(0);
    const std::size_t first = verdict_.winner.value_or(second);
    std::string margin = cheaper_text({name(second), result_.variants[second].outcome.result,
                                       name(first), result_.variants[first].outcome.result},
                                      last, false);
    if (!verdict_.winner) return margin;
    return fmt::format("{} costs least{}; next is {}: {}", name(first),
                       verdict_.ranges_decide ? ", but the ranges of inputs hold both signs" : "",
                       name(second), margin);
  }

  [[nodiscard]] std::string answer() const {
    switch (verdict_.by) {
      case By::nothing:
        return "none: " + verdict_.why_none;
      case By::doing_the_work:
        return fmt::format("{}, the only design that does what is asked",
                           name(verdict_.winner.value_or(0)));
      case By::cost:
        return by_cost();
      case By::metrics:
        break;
    }
    const std::size_t winner = verdict_.winner.value_or(0);
    if (const DesignTally* of = tally(winner))
      return fmt::format("{}: {}", name(winner), tally_text(*of));
    return fmt::format("{}: no other design is better in anything", name(winner));
  }

  /// The designs that did not win, one by one or counted.
  [[nodiscard]] std::vector<std::string> others() const {
    std::vector<std::string> lines;
    lines.reserve(verdict_.short_of_work.size());
    for (const ShortDesign& one : verdict_.short_of_work)
      lines.push_back(fmt::format("{} {}", name(one.design), fmt::join(one.shortfalls, ", ")));
    cut(lines, "do not do what is asked either");
    if (verdict_.tallies.size() > kMostNamedDesigns) {
      lines.push_back(count_words(name(0), verdict_.tallies));
      return lines;
    }
    std::vector<std::string> told;
    bool any = false;
    const bool is_alone = verdict_.by == By::doing_the_work;
    for (const DesignTally& one : verdict_.tallies) {
      const bool differs = !one.better.empty() || !one.worse.empty() || !losers(one).empty();
      any = any || differs;
      if (is_alone && !differs) continue;
      if (verdict_.by != By::metrics || verdict_.winner != one.design)
        told.push_back(fmt::format("{}: {}{}", name(one.design),
                                   verdict_.any_cost ? "what jobs get: " : "", tally_text(one)));
    }
    if (verdict_.any_cost && !any && !told.empty())
      told = {fmt::format("what jobs get: no difference to {} that matters is shown", name(0))};
    lines.insert(lines.end(), told.begin(), told.end());
    return lines;
  }

  static void cut(std::vector<std::string>& lines, std::string_view what) {
    if (lines.size() <= kMostNamedDesigns) return;
    const std::size_t more = lines.size() - kMostNamedDesigns;
    lines.resize(kMostNamedDesigns);
    lines.push_back(fmt::format("{} more {}", more, what));
  }

  /// What the verdict is made of, and what was not asked.
  [[nodiscard]] std::string ground() const {
    std::vector<std::string> parts;
    if (!verdict_.any_cost)
      parts.emplace_back("what jobs get alone: no design has a cost section");
    else if (verdict_.by == By::cost)
      parts.emplace_back("cost alone, among the designs that do what is asked");
    if (!verdict_.any_objective)
      parts.emplace_back("no objective (slo): every wait is as good as another");
    if (verdict_.winner) {
      const StudyResult& winner = result_.variants[*verdict_.winner].outcome.result;
      for (const SloVerdict& slo : winner.slo)
        if (!slo.is_certain())
          parts.push_back(
              fmt::format("that {} meets {} is not certain: its interval holds the limit",
                          name(*verdict_.winner), excerpt(slo.name, kMostColumnName)));
      if (has_part_not_counted(winner.first))
        parts.push_back(fmt::format("not everything is counted of {}", name(*verdict_.winner)));
    }
    if (const auto ends = result_.unmapped ? std::nullopt : unmapped_ends(result_))
      parts.push_back(
          fmt::format("{:.1f} % of the GPU-hours have no application: their durations "
                      "are kept (--unmapped tries others)",
                      100.0 * ends->share));
    if (!result_.left_out.empty()) parts.push_back(left_out());
    return fmt::format("{}", fmt::join(parts, kSeparator));
  }

  [[nodiscard]] std::string left_out() const {
    std::vector<std::string> names;
    names.reserve(result_.left_out.size());
    for (const std::string& one : result_.left_out) names.push_back(excerpt(one, kMostColumnName));
    return left_out_words(names);
  }

  const CompareResult& result_;
  const BoardVerdict& verdict_;
};

}  // namespace

std::string_view verdict_by_name(BoardVerdict::By by) {
  switch (by) {
    case By::nothing:
      break;
    case By::doing_the_work:
      return "doing_the_work";
    case By::cost:
      return "cost";
    case By::metrics:
      return "metrics";
  }
  return "nothing";
}

std::string threshold_line(const CompareResult& result) {
  const StudyResult& baseline = result.variants.front().outcome.result;
  const NegligibleSpec& least = baseline.scenario.run.negligible;
  const bool any = std::ranges::any_of(result.comparisons, [](const Comparison& comparison) {
    return std::ranges::any_of(comparison.metrics, [](const MetricDifference& one) {
      return one.verdict == Verdict::negligible;
    });
  });
  if (!any && least == NegligibleSpec{}) return "";
  std::string text = fmt::format(
      "less than {:g} % of the larger value, or less than {} (times), {:g} points (shares), {:g} "
      "(all else)",
      100.0 * least.relative, human_text(least.time), 100.0 * least.share, least.number);
  for (const auto& [name, value] : least.by_metric) {
    const Metric& metric = metrics()[metric_index(name)];
    text += fmt::format("{}{} less than {}", kSeparator, name,
                        metric.is_time() ? human_text(Seconds(value)) : fmt::format("{:g}", value));
  }
  return line("negligible", text);
}

std::string verdict_lines(const CompareResult& result) {
  return result.verdict ? VerdictWords(result).text() : "";
}

JsonValue verdict_json(const CompareResult& result) {
  if (!result.verdict) return JsonValue::make_null();
  const BoardVerdict& verdict = *result.verdict;
  const auto name = [&](std::optional<std::size_t> design) {
    return design ? json::text(result.variants[*design].name) : JsonValue::make_null();
  };
  JsonValue value = JsonValue::make_object();
  value.set("winner", name(verdict.winner));
  value.set("by", json::text(std::string(verdict_by_name(verdict.by))));
  if (!verdict.why_none.empty()) value.set("why_none", json::text(verdict.why_none));
  if (verdict.runner_up) {
    value.set("runner_up", name(verdict.runner_up));
    value.set("certain_within_ranges", json::boolean(!verdict.ranges_decide));
    if (verdict.cost_verdict)
      value.set("against_runner_up", cost_verdict_json(*verdict.cost_verdict));
  }
  value.set("short_of_work", json::list(verdict.short_of_work, [&](const ShortDesign& one) {
              JsonValue entry = JsonValue::make_object();
              entry.set("name", name(one.design));
              entry.set("shortfalls", json::list(one.shortfalls, [](const std::string& lack) {
                          return json::text(lack);
                        }));
              return entry;
            }));
  return value;
}

}  // namespace gpuscape
