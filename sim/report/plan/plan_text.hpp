#pragma once

#include <string>

#include "sim/plan/flips.hpp"
#include "sim/plan/plan.hpp"
#include "sim/sweep/design_space.hpp"

namespace gpuscape {

/// Whether finalists come out the same when they are run on SimGrid's loop.
struct LoopCheck {
  std::int64_t checked = 0;              ///< studies
  std::vector<std::string> differ = {};  ///< of those: "the answer", "the runner-up"
  std::string why_not = {};              ///< why not all were; empty: they were
};

/// A plan that has ended. What it refers to must outlive it.
struct PlanReport {
  const DesignSpace& space;
  const PlanOutcome& outcome;
  const PlanOptions& options;
  std::string title = {};
  std::vector<LoadFlip> flips = {};   ///< by answer; empty where they were not asked for
  std::vector<LoopCheck> loops = {};  ///< by answer; empty where none was asked for
  std::optional<PurchaseCalendar> calendar = {};
};

/// What `gpuscape plan` prints: the answer, the runner-up, what binds, what would flip it, and how
/// every other design was left out.
[[nodiscard]] std::string plan_text(const PlanReport& report);

/// The same with every design, as one JSON document.
[[nodiscard]] std::string plan_json(const PlanReport& report);

/// How many designs of an answer were left out for what.
struct PlanCounts {
  std::int64_t excluded[kProofs] = {};  ///< by proof
  std::int64_t misses = 0;              ///< stopped by the race
  std::int64_t dearer = 0;              ///< likewise
  std::int64_t to_the_end = 0;          ///< run as often as a design may be
  std::int64_t meets = 0, open = 0, faults = 0;
  std::int64_t assumed = 0;     ///< to miss, without a run
  std::int64_t not_needed = 0;  ///< their bound lies beyond the answer and the runner-up
  [[nodiscard]] std::int64_t all_excluded() const;
};
[[nodiscard]] PlanCounts counts_of(const PlanAnswer& answer);

/// What keeps better designs from being the answer: an objective, or what is in the way beside it.
struct PlanBinding {
  std::string what = {};
  std::int64_t designs = 0;
  const PlannedDesign* nearest = nullptr;
};
/// The most designs first; of those that were run or are assumed to miss.
[[nodiscard]] std::vector<PlanBinding> bindings_of(const PlanAnswer& answer,
                                                   const std::vector<SloSpec>& objectives);

}  // namespace gpuscape
