#include "sim/study/study_outcome.hpp"

#include <algorithm>

#include "sim/base/error.hpp"

namespace gpuscape {

bool has_replications_from(const StudyOutcome& outcome, Seconds from) {
  return outcome.result.warm_up == from ||
         std::ranges::find(outcome.later_starts, from, &LaterStart::from) !=
             outcome.later_starts.end();
}

std::span<const ReplicationSummary> replications_from(const StudyOutcome& outcome, Seconds from) {
  if (outcome.result.warm_up == from) return outcome.replications;
  const auto found = std::ranges::find(outcome.later_starts, from, &LaterStart::from);
  ensure(found != outcome.later_starts.end(), "both sides are known over the jobs compared");
  return found->replications;
}

}  // namespace gpuscape
