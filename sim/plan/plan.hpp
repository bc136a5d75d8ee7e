#pragma once
/// Searches a space of designs without running all of them: bounds that are proofs first, then a
/// race on the same jobs and random numbers.

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "sim/plan/planned_design.hpp"
#include "sim/study/run_study.hpp"
#include "sim/sweep/design_space.hpp"
#include "sim/sweep/purchase_calendar.hpp"
#include "sim/sweep/run_sweep.hpp"

namespace gpuscape {

struct PlanProgress {
  std::int64_t decided = 0;  ///< designs that need no more runs
  std::int64_t all = 0;
  std::int64_t runs = 0;
};

struct PlanOptions {
  std::string version = {};    ///< of the program
  unsigned threads = 0;        ///< 0: one per processor. Never changes the answer.
  std::int64_t most_runs = 0;  ///< for each answer; 0: four for each design, at least 10 000
  double zone = 0.01;          ///< a share of the cost below which a difference is none
  bool assumes = true;         ///< that a weaker design is no better, where there are many
  std::stop_token stop = {};
  std::function<void(const PlanProgress&)> progress = nullptr;  ///< from the calling thread
  bool keeps_runs = false;  ///< the shelf has what earlier commands left: their keys are needed
};

struct PlanOutcome {
  std::vector<PlanAnswer> answers = {};  ///< one for each value of the axes in `for_each`
  std::vector<SloSpec> objectives = {};  ///< that are asked for
  bool partial = false;                  ///< stopped before the end
};

/// `space` must look for something. Studies of answers and runners-up are taken from the shelf
/// where they are there, and kept there. Throws ScenarioError where what is looked for cannot be
/// planned, and RunError where a run cannot be kept.
PlanOutcome plan_designs(const DesignSpace& space, const ScenarioSource& source,
                         const Registry& registry, RunShelf& shelf, const PlanOptions& options);

/// When to buy what the answers need; nothing where no calendar is asked for, or the plan was
/// stopped.
[[nodiscard]] std::optional<PurchaseCalendar> calendar_of(const DesignSpace& space,
                                                          const PlanOutcome& outcome);

}  // namespace gpuscape
