#pragma once
/// Runs designs on threads: some replications of each, or a whole study of one.

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sim/plan/judge.hpp"
#include "sim/plan/plan.hpp"
#include "sim/plan/work_asked.hpp"
#include "sim/sweep/space_reader.hpp"

namespace gpuscape {

/// What all parts of a plan share; it outlives them.
struct PlanParts {
  const DesignSpace& space;
  const ScenarioSource& source;
  const Registry& registry;
  const FindSpec& find;
  RunShelf& shelf;
  const PlanOptions& options;
  TraceCache traces = {};
  WorkAsked work = {};
  /// What finds the study of a design among earlier ones; empty: nothing does.
  std::function<std::string(const ScenarioSpec&)> key_of = nullptr;
  SharedThreads threads = SharedThreads(options.threads);
  std::vector<std::unique_ptr<SpaceReader>> readers =  // one per thread
      std::vector<std::unique_ptr<SpaceReader>>(threads.at_hand());

  SpaceReader& reader(std::size_t thread);
  /// Calls `task` with each number from 0 to `count` − 1, and a reader of its own thread.
  void for_each(std::size_t count, const std::function<void(std::size_t, SpaceReader&)>& task);
  /// Above 0 where a higher value of what decides is worse.
  [[nodiscard]] double sign() const { return find.goal == FindGoal::largest ? -1.0 : 1.0; }
};

/// Up to how many replications, and what ends it earlier.
struct Heat {
  std::size_t to = 0;
  Caution caution = {};
  double to_beat = 0.0;  ///< a design that costs more than that needs no more runs
  bool ends_early = true;
};

/// What came of a design in a heat.
struct HeatResult {
  Sample sample = {};
  PlannedDesign design = {};
};

/// Goes on from `begun` until the runs decide, or there are `heat.to`; where as many were run as a
/// design gets, its values decide.
HeatResult run_heat(PlanParts& parts, const Judge& judge, const Heat& heat, HeatResult begun,
                    SpaceReader& reader);

/// The study that `gpuscape run` makes of a design, or the one that was kept of it.
RunRecord study_of(PlanParts& parts, std::int64_t index);

}  // namespace gpuscape
