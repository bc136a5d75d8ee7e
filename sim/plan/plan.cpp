#include "sim/plan/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "sim/base/error.hpp"
#include "sim/base/interrupted.hpp"
#include "sim/plan/bounds.hpp"
#include "sim/plan/race.hpp"
#include "sim/plan/screen.hpp"
#include "sim/sweep/run_key.hpp"

namespace gpuscape {

namespace {

using Names = std::vector<std::pair<std::string, std::string>>;

/// One of the designs that can be read, whichever comes first.
std::optional<ScenarioSpec> first_of(PlanParts& parts) {
  constexpr std::int64_t kMostTried = 100;
  SpaceReader reader(parts.source, parts.registry);
  const std::int64_t tried = std::min(parts.space.size(), kMostTried);
  for (std::int64_t i = 0; i < tried; ++i)
    if (DesignOfSpace read = reader.read(parts.space.design(i)); read.scenario)
      return std::move(read.scenario->spec);
  return std::nullopt;
}

/// The designs of each answer, the best bound first.
std::vector<PlanAnswer> answers_of(const PlanParts& parts, std::vector<PlannedDesign> designs) {
  std::vector<PlanAnswer> answers;
  std::map<Names, std::size_t> places;
  for (PlannedDesign& design : designs) {
    Names of;
    for (const auto& axis : parts.space.labels(design.index))
      if (std::ranges::find(parts.find.for_each, axis.first) != parts.find.for_each.end())
        of.push_back(axis);
    const auto [at, added] = places.try_emplace(of, answers.size());
    if (added) answers.push_back({.of = of});
    answers[at->second].designs.push_back(std::move(design));
  }
  const double sign = parts.sign();
  for (PlanAnswer& answer : answers)
    std::ranges::stable_sort(answer.designs, {},
                             [sign](const PlannedDesign& one) { return sign * one.bound; });
  return answers;
}

/// By how much a design misses what it misses most, as a share of the limit.
double shortfall(const std::vector<SloSpec>& objectives, const PlannedDesign& design) {
  double worst = 0.0;
  for (std::size_t i = 0; i < design.objectives.size(); ++i) {
    const SloSpec& slo = objectives[i];
    const double value = design.objectives[i].value;
    if (std::isnan(value)) return std::numeric_limits<double>::infinity();
    const double by = slo.at_least ? slo.limit - value : value - slo.limit;
    worst = std::max(worst, slo.limit == 0.0 ? by : by / std::abs(slo.limit));
  }
  return worst;
}

void find_closest(const std::vector<SloSpec>& objectives, PlanAnswer& answer) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < answer.designs.size(); ++i) {
    const PlannedDesign& design = answer.designs[i];
    if (design.runs == 0 || design.standing == Standing::fault) continue;
    const double by = shortfall(objectives, design);
    if (answer.closest != kNoDesign && !(by < least)) continue;
    least = by;
    answer.closest = i;
  }
}

bool is_certain(const PlanParts& parts, const RunRecord& record) {
  return std::ranges::all_of(record.objectives, [&](const KeptObjective& one) {
    return !is_asked_for(parts.find, one.figure.name) || verdict_of(one).is_certain();
  });
}

std::string better_designs(std::int64_t count) {
  return fmt::format("{} better design{}", count, count == 1 ? "" : "s");
}

/// What keeps the answer from being proven.
void find_doubts(const PlanParts& parts, PlanAnswer& answer) {
  const auto doubt = [&](std::string why) { answer.why_not_proven.push_back(std::move(why)); };
  const bool found = answer.best != kNoDesign;
  const auto cost = [&](const PlannedDesign& one) { return parts.sign() * one.decides.value; };
  const double limit =
      found ? cost(answer.designs[answer.best]) : std::numeric_limits<double>::infinity();
  std::int64_t undecided = 0, by_value = 0, faults = 0, assumed = 0;
  for (const PlannedDesign& one : answer.designs) {
    faults += one.standing == Standing::fault;
    const bool better = parts.sign() * one.bound < limit && cost(one) < limit;
    if (!better) continue;
    const double own = cost(one);
    const bool in_zone =
        one.standing == Standing::open && !(own + parts.options.zone * std::abs(own) < limit);
    answer.in_zone += in_zone;
    undecided += !in_zone && (one.standing == Standing::waiting || one.standing == Standing::open);
    by_value += one.standing == Standing::misses && !one.is_certain;
    assumed += one.standing == Standing::assumed;
  }
  if (answer.out_of_runs) doubt(fmt::format("the runs allowed were used up after {}", answer.runs));
  if (undecided > 0) doubt(fmt::format("{} not decided", better_designs(undecided)));
  if (assumed > 0) doubt(fmt::format("{} assumed to miss", better_designs(assumed)));
  if (by_value > 0)
    doubt(fmt::format("of {} only the means miss: the intervals hold the limit",
                      better_designs(by_value)));
  if (faults > 0) doubt(fmt::format("{} with a fault", faults));
  if (!found) return;
  if (!is_certain(parts, answer.best_run)) doubt("the answer's own interval holds a limit");
  if (answer.best_run.never_fit > 0)
    doubt(fmt::format("{} jobs never fit on the answer; designs that were not run may run them",
                      answer.best_run.never_fit));
}

std::vector<SloSpec> asked_objectives(const PlanParts& parts, const ScenarioSpec& spec) {
  std::vector<SloSpec> asked;
  for (const SloSpec& slo : spec.slo)
    if (is_asked_for(parts.find, slo.name)) asked.push_back(slo);
  return asked;
}

void refuse(const PlanParts& parts, const ScenarioSpec& first) {
  check_find(parts.find, first);
  check_calendar(parts.space, first);
  refuse_unknown_before(parts.find, first);
  if (!first.run.by_steps) return;
  throw ScenarioError(
      {{.file = parts.source.file,
        .line = 0,
        .column = 0,
        .pointer = "/run/detail",
        .message = R"(at detail "step" there are no jobs: a plan has nothing to run)",
        .hint = "gpuscape compare shows what steps and transfers take on each variant"}});
}

}  // namespace

PlanOutcome plan_designs(const DesignSpace& space, const ScenarioSource& source,
                         const Registry& registry, RunShelf& shelf, const PlanOptions& options) {
  ensure(space.find().has_value(), "a plan looks for something");
  const FindSpec find = space.find().value_or(FindSpec{});
  PlanParts parts{.space = space,
                  .source = source,
                  .registry = registry,
                  .find = find,
                  .shelf = shelf,
                  .options = options};
  FileDigests digests;
  if (options.keeps_runs)
    parts.key_of = [&, files = files_of_all(space, source, registry)](const ScenarioSpec& spec) {
      return run_key(spec, files, options.version, digests);
    };
  PlanOutcome outcome;
  const std::optional<ScenarioSpec> first = first_of(parts);
  if (first) refuse(parts, *first);
  if (first) outcome.objectives = asked_objectives(parts, *first);
  outcome.answers = answers_of(parts, screen(parts));
  std::int64_t runs = 0;
  for (PlanAnswer& answer : outcome.answers) {
    const auto progress = [&](std::int64_t of_answer) {
      if (!options.progress) return;
      PlanProgress now{.all = space.size(), .runs = runs + of_answer};
      for (const PlanAnswer& one : outcome.answers)
        now.decided += std::ranges::count_if(one.designs, [](const PlannedDesign& design) {
          return design.standing != Standing::waiting && design.standing != Standing::open;
        });
      options.progress(now);
    };
    Race(parts, answer, outcome.objectives, progress).run();
    runs += answer.runs;
    if (answer.best == kNoDesign) find_closest(outcome.objectives, answer);
    find_doubts(parts, answer);
  }
  outcome.partial = options.stop.stop_requested();
  return outcome;
}

}  // namespace gpuscape
