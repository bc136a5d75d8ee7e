#pragma once
/// Designs that are alike but for how strong they are.

#include <string>
#include <vector>

#include "sim/model/check/check.hpp"

namespace gpuscape {

/// Where one design differs from another only in these, and none of them is lower, jobs are assumed
/// to wait no longer on it. It is an assumption: a backfill may do worse with one node more.
struct Strength {
  std::string like = {};  ///< equal for designs that differ only in `values` and in prices
  std::vector<double> values = {};  ///< nodes of each group; start-up of jobs with its sign changed
  /// Not the same strength.
  [[nodiscard]] bool is_no_more_than(const Strength& other) const;
};

/// Of what is resolved. Without `like` where more of something may be worse: where jobs take longer
/// on one group of nodes than on another, or more nodes mean other jobs.
[[nodiscard]] Strength strength_of(const CheckedScenario& scenario);

/// Whether what is missed on a design is assumed to be missed on every weaker one: a limit of
/// a wait or of a completion time, or that jobs come faster than they end. `missed` is an
/// objective's name, or what is in the way beside them.
[[nodiscard]] bool is_missed_when_weaker(const std::vector<SloSpec>& objectives,
                                         const std::string& missed);

}  // namespace gpuscape
