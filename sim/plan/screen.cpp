#include "sim/plan/screen.hpp"

#include <algorithm>
#include <cmath>

#include "sim/base/error.hpp"
#include "sim/base/interrupted.hpp"
#include "sim/plan/bounds.hpp"
#include "sim/study/metrics/metrics.hpp"
#include "sim/sweep/run_key.hpp"

namespace gpuscape {

namespace {

/// Of generated jobs so many replications are drawn for the load.
constexpr std::size_t kDrawn = 5;

void exclude(PlannedDesign& design, Proof proof, std::string why) {
  design.standing = Standing::excluded;
  design.proof = proof;
  design.why = std::move(why);
}

void screen_load(PlanParts& parts, const CheckedScenario& scenario, PlannedDesign& design) {
  const std::size_t most = most_replications(scenario.spec);
  const auto work =
      parts.work.of(scenario, parts.traces, std::min(most, kDrawn), parts.options.stop);
  if (work == nullptr) return;
  const std::int64_t gpus = scenario.cluster->platform().gpus_total();
  design.never_fit = larger_than(work->front(), gpus);
  // What does not fit asks for nothing: where jobs are too large, that is held against the design.
  if (design.never_fit > 0) return;
  if (std::string why = overload_proof(*work, gpus); !why.empty())
    exclude(design, Proof::load, std::move(why));
}

/// All of the scenario but what it says of money. Objectives of costs are part of what is decided.
std::string runs_as(const CheckedScenario& scenario) {
  const bool of_cost = std::ranges::any_of(scenario.spec.slo, [](const SloSpec& slo) {
    return !slo.of_jobs && is_of_cost(metrics()[metric_index(slo.metric)]);
  });
  if (of_cost) return "";
  JsonValue resolved = scenario.spec.resolved;
  resolved.erase("cost");
  return text_key(write_json(resolved, -1));
}

void screen_scenario(PlanParts& parts, const CheckedScenario& scenario, PlannedDesign& design) {
  const Ranking ranking{.space = &parts.space, .find = &parts.find};
  const Bound bound = bound_of(ranking, {.index = design.index}, scenario);
  design.bound = bound.value;
  design.is_exact = bound.is_exact;
  design.decides = {.name = parts.find.by, .value = bound.value};
  if (std::isnan(bound.value)) {
    design.standing = Standing::fault;
    design.why = "what decides is not known of it";
    return;
  }
  std::string why = objective_out_of_reach(parts.find, scenario);
  if (!why.empty()) return exclude(design, Proof::objective, std::move(why));
  if (bound.is_exact) design.runs_as = runs_as(scenario);
  if (parts.options.assumes) design.strength = strength_of(scenario);
  screen_load(parts, scenario, design);
}

PlannedDesign screen_one(PlanParts& parts, std::int64_t index, SpaceReader& reader) {
  PlannedDesign design{.index = index};
  const DesignOfSpace read = reader.read(parts.space.design(index));
  try {
    if (read.scenario) {
      screen_scenario(parts, *read.scenario, design);
    } else if (read.is_misfit) {
      exclude(design, Proof::misfit, read.issues.front().message);
    } else {
      throw ScenarioError(read.issues);
    }
  } catch (const Interrupted&) {
    return {.index = index};
  } catch (const ScenarioError& error) {
    const Issue& issue = error.issues().front();
    design.standing = Standing::fault;
    design.why = (issue.pointer.empty() ? "" : issue.pointer + ": ") + issue.message;
  }
  return design;
}

}  // namespace

std::vector<PlannedDesign> screen(PlanParts& parts) {
  std::vector<PlannedDesign> designs(static_cast<std::size_t>(parts.space.size()));
  for (std::size_t i = 0; i < designs.size(); ++i) designs[i].index = static_cast<std::int64_t>(i);
  parts.for_each(designs.size(), [&](std::size_t i, SpaceReader& reader) {
    designs[i] = screen_one(parts, static_cast<std::int64_t>(i), reader);
  });
  return designs;
}

}  // namespace gpuscape
