#pragma once
/// What a comparison comes to if jobs of which nobody said what they do are as sensitive to the
/// design as the least, or as the most sensitive of the applications that are known.

#include <optional>
#include <string>
#include <vector>

#include "sim/study/compare/guess_trial.hpp"

namespace gpuscape {

/// The two ends between which jobs without an application lie.
struct UnmappedEnds {
  double share = 0.0;  ///< of the GPU-hours: without an application, and not interactive
  std::string least = {};
  std::string most = {};
  /// How many times longer their jobs are on nodes on one design than on another, at most.
  double least_spread = 1.0, most_spread = 1.0;
};

/// Nothing where every job has an application or none has, or where no design changes how long jobs
/// run.
[[nodiscard]] std::optional<UnmappedEnds> unmapped_ends(const CompareResult& result);

/// The comparison with one of the two, or with a mix of both, in the place of no application.
struct UnmappedTrial : TrialAnswer {
  double sensitive_part =
      0.0;  ///< of the jobs without an application that are like the most sensitive
  std::string why_not = {};  ///< what kept it from being tried; then nothing else is set
};

/// What is known of jobs without an application once it was tried.
struct UnmappedAnswer {
  UnmappedEnds ends = {};
  std::vector<UnmappedTrial> trials = {};  ///< all like the least, all like the most, then mixes
  /// Between these parts of them, if as sensitive as the most, the answer turns; none where it does
  /// not.
  std::optional<double> turns_above = {}, turns_below = {};
};

/// Whether two trials come to the same winner, or both to none.
[[nodiscard]] bool is_same_answer(const TrialAnswer& a, const TrialAnswer& b);

/// Takes the answer into the result: where it depends on jobs without an application, there is no
/// winner.
void take_unmapped(CompareResult& result, UnmappedAnswer answer);

}  // namespace gpuscape
