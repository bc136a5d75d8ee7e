#pragma once
/// What a plan knows of each design, and what it answers.

#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "sim/plan/strength.hpp"
#include "sim/sweep/run_record.hpp"

namespace gpuscape {

/// The state of a design in the search.
enum class Standing : std::uint8_t {
  waiting,   ///< not run: nothing needed it, or the search ended before it
  fault,     ///< it cannot be read or run
  excluded,  ///< by a proof, without a run
  misses,    ///< its runs show that it misses an objective
  dearer,    ///< its runs show that it costs more than a design that meets
  open,      ///< its runs do not decide it yet
  meets,
  assumed,  ///< to miss, as a design misses that is no weaker
};

/// What excludes a design without a run.
enum class Proof : std::uint8_t {
  none,
  misfit,     ///< it does not fit where it is to stand: hall, racks, power, budget
  objective,  ///< the least that it can cost or draw is above an objective's limit
  load,       ///< its jobs ask for more GPU time than there is while they arrive
  never_fit,  ///< jobs are larger than it is, and another design can run them
};
inline constexpr std::size_t kProofs = 5;

struct PlannedDesign {
  std::int64_t index = 0;  ///< in the space
  /// What decides is at least this (at most, where the largest is looked for); known without a run.
  double bound = 0.0;
  bool is_exact = false;  ///< what decides is the bound, whatever happens in the run
  Standing standing = Standing::waiting;
  Proof proof = Proof::none;
  std::string why = {};        ///< the proof with its numbers, or the fault
  std::string missed = {};     ///< the objective, or what is in the way beside them
  std::int64_t runs = 0;       ///< replications, one run each
  bool to_the_end = false;     ///< as many replications as a design gets at most
  bool is_certain = true;      ///< false: decided by its value, while the interval holds the limit
  std::int64_t never_fit = 0;  ///< jobs of replication 0; without a run: at least so many
  /// The same of designs whose runs are the same: they differ in what things cost, and what decides
  /// is known without a run. Empty: not so.
  std::string runs_as = {};
  Strength strength = {};
  bool is_check = false;                ///< run although it was assumed to miss
  bool is_told_by_another = false;      ///< decided by the runs of such a design
  Figure decides = {};                  ///< with its interval over the replications
  std::vector<Figure> objectives = {};  ///< that are asked for, by name, in the order of `slo`
};

inline constexpr std::size_t kNoDesign = std::numeric_limits<std::size_t>::max();

/// The answer for one value of each axis in `for_each`. Places are in `designs`.
struct PlanAnswer {
  std::vector<std::pair<std::string, std::string>> of = {};  ///< those axes and their values
  std::vector<PlannedDesign> designs = {};                   ///< the cheapest bound first
  std::size_t best = kNoDesign;
  std::size_t runner_up = kNoDesign;
  std::size_t closest = kNoDesign;  ///< where none meets: that misses by the least share
  RunRecord best_run = {};          ///< of the study that `gpuscape run` makes
  RunRecord runner_up_run = {};
  std::int64_t runs = 0;  ///< in all, those of the two studies included
  std::int64_t runs_of_studies = 0;
  std::int64_t in_zone = 0;  ///< open, and cheaper than the answer by less than the zone
  std::int64_t assumptions_checked = 0;  ///< designs that were run although assumed to miss
  std::int64_t assumptions_broken = 0;   ///< kinds of designs of which nothing more is assumed
  bool interrupted = false;              ///< the rest was not looked at
  bool out_of_runs = false;              ///< the search ended because no more runs were allowed

  /// No cheaper design is left open or waiting, and the answer does not rest on a value whose
  /// interval holds the limit.
  [[nodiscard]] bool is_proven() const { return why_not_proven.empty(); }
  std::vector<std::string> why_not_proven = {};
};

}  // namespace gpuscape
