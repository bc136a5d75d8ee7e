#pragma once
/// The designs of a comparison with an application for the jobs that have none.

#include <string>
#include <vector>

#include "sim/session/compared_scenarios.hpp"
#include "sim/study/compare/unmapped_trial.hpp"

namespace gpuscape {

struct MappedDesigns {
  std::vector<NamedDesign> designs;  ///< one for each that is compared, with or without a change
  std::string why_not;               ///< why a design cannot run them so; empty: all can
};

/// The same designs. Of the jobs that no rule of their stream gives an application,
/// `sensitive_part` (0 to 1) have the most sensitive one of `ends` and the others the least;
/// interactive sessions keep their duration. Streams without rules stay as they are.
[[nodiscard]] MappedDesigns open_mapped(const ComparedScenarios& compared,
                                        const CompareOptions& options, const Registry& registry,
                                        const UnmappedEnds& ends, double sensitive_part);

/// The rules of a stream, `applications` of a resolved scenario, with that application for what
/// none of them gives one.
[[nodiscard]] JsonValue rules_for_all(const JsonValue& rules, const UnmappedEnds& ends,
                                      double sensitive_part);

}  // namespace gpuscape
