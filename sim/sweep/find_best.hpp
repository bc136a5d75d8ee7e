#pragma once
/// Which of many designs is looked for: every one of them is held against the others.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sim/sweep/design_space.hpp"
#include "sim/sweep/run_record.hpp"

namespace gpuscape {

/// Designs that would be better than the answer but for one objective, or one thing beside them.
struct Hindrance {
  std::string what = {};  ///< the objective's name, or "never fit", "overloaded", …
  bool is_objective = false;
  std::int64_t designs = 0;
  const RunRecord* nearest = nullptr;  ///< of them: that misses it by least, or the best
  std::int64_t uncertain = 0;  ///< of them: the interval holds the limit, nothing else is wrong
};

/// The answer for one value of each axis in `for_each`. Pointers are into the records given.
struct FoundDesign {
  std::vector<std::pair<std::string, std::string>> of = {};  ///< those axes and their values
  std::int64_t designs = 0;                                  ///< looked at
  std::int64_t infeasible = 0, with_fault = 0;
  std::int64_t without_figure = 0;  ///< run, but without the figure that decides
  std::int64_t meeting = 0;
  const RunRecord* best = nullptr;       ///< null: none meets
  const RunRecord* runner_up = nullptr;  ///< null: no other one meets
  /// Runner-up − best over the same jobs, where their intervals overlap and pair_runner_ups was
  /// asked.
  std::optional<Figure> lead = {};
  /// Where none meets: the one whose worst objective is missed by the smallest share of its limit.
  const RunRecord* closest = nullptr;
  std::vector<Hindrance> hindrances = {};  ///< the most designs first
};

/// What decides, of one design; NaN where it has none.
struct Ranking {
  const DesignSpace* space = nullptr;
  const FindSpec* find = nullptr;
  [[nodiscard]] double value(const RunRecord& record) const;
  /// The figure, with its interval; null where an axis' own value decides.
  [[nodiscard]] const Figure* figure(const RunRecord& record) const;
};

/// Refuses objectives that the scenario does not have, and a cost where it asks for none: `first`
/// is one of its designs. Throws ScenarioError.
void check_find(const FindSpec& find, const ScenarioSpec& first);

/// Why a design does not meet what is asked; empty: it does. Objectives by their names, then what
/// is in the way beside them. `never_fit` jobs count as far as they are more than
/// `least_never_fit`.
std::vector<std::string> what_is_missed(const FindSpec& find, const RunRecord& record,
                                        std::int64_t least_never_fit);

/// For each combination of the axes in `for_each`, in the order of the designs. Of equal designs
/// the first wins.
std::vector<FoundDesign> find_best(const DesignSpace& space, const FindSpec& find,
                                   std::span<const RunRecord> records);

}  // namespace gpuscape
