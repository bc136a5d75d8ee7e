#include "sim/sweep/find_best.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "sim/base/error.hpp"
#include "sim/base/excerpt.hpp"
#include "sim/base/nearest.hpp"
#include "sim/study/metrics/metrics.hpp"

namespace gpuscape {

namespace {

constexpr std::string_view kNeverFit = "jobs that never fit";
constexpr std::string_view kNothingStarts = "no job starts";
constexpr std::string_view kOverloaded = "overloaded";

bool names(const std::vector<std::string>& all, std::string_view name) {
  return std::ranges::find(all, name) != all.end();
}

bool is_asked(const FindSpec& find, std::string_view objective) {
  return find.meets_all || names(find.meets, objective);
}

const KeptObjective* objective_of(const RunRecord& record, std::string_view name) {
  const auto found = std::ranges::find(record.objectives, name, [](const KeptObjective& objective) {
    return std::string_view(objective.figure.name);
  });
  return found == record.objectives.end() ? nullptr : &*found;
}

/// By how much an objective is missed, as a share of its limit; 0 where it is met.
double shortfall(const KeptObjective& objective) {
  if (objective.met) return 0.0;
  const double value = objective.figure.value;
  if (!std::isfinite(value)) return std::numeric_limits<double>::infinity();
  const double by = std::abs(value - objective.limit);
  return objective.limit == 0.0 ? by : by / std::abs(objective.limit);
}

double worst_shortfall(const FindSpec& find, const RunRecord& record) {
  double worst = 0.0;
  for (const KeptObjective& objective : record.objectives)
    if (is_asked(find, objective.figure.name)) worst = std::max(worst, shortfall(objective));
  return worst;
}

/// All designs of one answer.
class Search {
 public:
  Search(const Ranking& ranking, FoundDesign& found) : ranking_(ranking), found_(found) {}

  void add(const RunRecord& record) {
    ++found_.designs;
    if (record.is_infeasible) {
      ++found_.infeasible;
    } else if (!record.fault.empty()) {
      ++found_.with_fault;
    } else if (std::isnan(ranking_.value(record))) {
      ++found_.without_figure;
    } else {
      ran_.push_back(&record);
    }
  }

  void answer() {
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    for (const RunRecord* record : ran_) least = std::min(least, record->never_fit);
    for (const RunRecord* record : ran_) {
      std::vector<std::string> missed = what_is_missed(*ranking_.find, *record, least);
      if (missed.empty()) {
        meet(*record);
      } else {
        missed_.emplace_back(record, std::move(missed));
      }
    }
    if (found_.best == nullptr) find_closest();
    for (const auto& [record, why] : missed_) hinder(*record, why);
    std::ranges::stable_sort(found_.hindrances, std::ranges::greater(), &Hindrance::designs);
  }

 private:
  [[nodiscard]] bool is_better(const RunRecord& a, const RunRecord& b) const {
    const double of_a = ranking_.value(a);
    const double of_b = ranking_.value(b);
    return ranking_.find->goal == FindGoal::largest ? of_a > of_b : of_a < of_b;
  }

  void meet(const RunRecord& record) {
    ++found_.meeting;
    if (found_.best == nullptr || is_better(record, *found_.best)) {
      found_.runner_up = found_.best;
      found_.best = &record;
    } else if (found_.runner_up == nullptr || is_better(record, *found_.runner_up)) {
      found_.runner_up = &record;
    }
  }

  void find_closest() {
    const auto nearer = [&](const RunRecord* a, const RunRecord* b) {
      const auto of = [&](const RunRecord& record) {
        return worst_shortfall(*ranking_.find, record);
      };
      if (of(*a) != of(*b)) return of(*a) < of(*b);
      return is_better(*a, *b);
    };
    const auto closest = std::ranges::min_element(ran_, nearer);
    if (closest != ran_.end()) found_.closest = *closest;
  }

  /// Only what is better than the answer is hindered by anything.
  void hinder(const RunRecord& record, const std::vector<std::string>& why) {
    if (found_.best != nullptr && !is_better(record, *found_.best)) return;
    for (const std::string& what : why) {
      const KeptObjective* objective = objective_of(record, what);
      auto at = std::ranges::find(found_.hindrances, what, &Hindrance::what);
      if (at == found_.hindrances.end())
        at = found_.hindrances.insert(
            at, {.what = what, .is_objective = objective != nullptr || is_missing(record, what)});
      ++at->designs;
      if (at->nearest == nullptr || is_nearer(what, record, *at->nearest)) at->nearest = &record;
      if (why.size() == 1 && objective != nullptr && !verdict_of(*objective).is_certain())
        ++at->uncertain;
    }
  }

  [[nodiscard]] bool is_nearer(const std::string& what, const RunRecord& a,
                               const RunRecord& b) const {
    const KeptObjective* of_a = objective_of(a, what);
    const KeptObjective* of_b = objective_of(b, what);
    if (of_a != nullptr && of_b != nullptr && shortfall(*of_a) != shortfall(*of_b))
      return shortfall(*of_a) < shortfall(*of_b);
    return is_better(a, b);
  }

  [[nodiscard]] bool is_missing(const RunRecord& record, const std::string& what) const {
    return names(ranking_.find->meets, what) && objective_of(record, what) == nullptr;
  }

  const Ranking& ranking_;
  FoundDesign& found_;
  std::vector<const RunRecord*> ran_;
  std::vector<std::pair<const RunRecord*, std::vector<std::string>>> missed_;
};

[[noreturn]] void refuse_find(const FindSpec& find, const ScenarioSpec& spec, std::string_view key,
                              std::string message, std::string hint) {
  throw ScenarioError({{.file = find.place.file ? *find.place.file : spec.file,
                        .line = find.place.line,
                        .column = find.place.column,
                        .pointer = fmt::format("/find/{}", key),
                        .message = std::move(message),
                        .hint = std::move(hint)}});
}

bool is_of_a_cost(std::string_view by) {
  if (by == kFurtherFigures[1]) return true;
  return std::ranges::any_of(
      metrics(), [&](const Metric& metric) { return metric.key == by && is_of_cost(metric); });
}

}  // namespace

const Figure* Ranking::figure(const RunRecord& record) const {
  return find->by.empty() ? nullptr : record.figure(find->by);
}

double Ranking::value(const RunRecord& record) const {
  if (const Figure* decides = figure(record)) return decides->value;
  const auto& axes = space->axes();
  const auto axis =
      std::ranges::find(axes, find->axes.empty() ? "" : find->axes.front(), &AxisSpec::name);
  if (!find->by.empty() || axis == axes.end()) return std::nan("");
  const std::size_t at = space->digits(record.index)[static_cast<std::size_t>(axis - axes.begin())];
  const JsonValue& value = axis->values[at].value;
  const bool numbers =
      std::ranges::all_of(axis->values, [](const AxisValue& one) { return one.value.is_number(); });
  // Of what has no order of its own the order in which it is written counts.
  return numbers ? value.number() : static_cast<double>(at);
}

void check_find(const FindSpec& find, const ScenarioSpec& first) {
  std::vector<std::string> known;
  known.reserve(first.slo.size());
  for (const SloSpec& slo : first.slo) known.push_back(slo.name);
  for (const std::string& name : find.meets)
    if (!names(known, name))
      refuse_find(find, first, "meets", fmt::format("no objective \"{}\"", excerpt(name)),
                  known.empty() ? "the scenario has no objectives: add \"slo\""
                                : nearest_hint(name, known));
  if (is_of_a_cost(find.by) && first.cost == nullptr)
    refuse_find(
        find, first, "by",
        fmt::format("the {} by {}: the scenario asks for no cost", goal_name(find.goal), find.by),
        R"(add "cost", or name another metric: "by": "gpus_total")");
}

std::vector<std::string> what_is_missed(const FindSpec& find, const RunRecord& record,
                                        std::int64_t least_never_fit) {
  std::vector<std::string> missed;
  for (const KeptObjective& objective : record.objectives)
    if (is_asked(find, objective.figure.name) && !objective.met)
      missed.push_back(objective.figure.name);
  for (const std::string& name : find.meets)
    if (objective_of(record, name) == nullptr) missed.push_back(name);
  if (record.never_fit > least_never_fit) missed.emplace_back(kNeverFit);
  if (record.nothing_started) missed.emplace_back(kNothingStarts);
  if (record.overloaded) missed.emplace_back(kOverloaded);
  return missed;
}

std::vector<FoundDesign> find_best(const DesignSpace& space, const FindSpec& find,
                                   std::span<const RunRecord> records) {
  const Ranking ranking{.space = &space, .find = &find};
  std::vector<FoundDesign> answers;
  std::vector<std::vector<const RunRecord*>> groups;
  std::map<std::vector<std::pair<std::string, std::string>>, std::size_t> places;
  for (const RunRecord& record : records) {
    std::vector<std::pair<std::string, std::string>> of;
    for (const auto& axis : record.axes)
      if (names(find.for_each, axis.first)) of.push_back(axis);
    const auto [at, added] = places.try_emplace(of, answers.size());
    if (added) {
      answers.push_back({.of = of});
      groups.emplace_back();
    }
    groups[at->second].push_back(&record);
  }
  for (std::size_t i = 0; i < answers.size(); ++i) {
    Search search(ranking, answers[i]);
    for (const RunRecord* record : groups[i]) search.add(*record);
    search.answer();
  }
  return answers;
}

}  // namespace gpuscape
