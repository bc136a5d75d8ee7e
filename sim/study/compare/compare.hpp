#pragma once
/// Runs several designs in step and says how each differs from the first one.

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "sim/study/compare/compare_result.hpp"
#include "sim/study/run_study.hpp"

namespace gpuscape {

struct NamedDesign {
  std::string name;
  CheckedScenario scenario;
  std::vector<VariedDesign> varied = {};  ///< that its `cost.vary` asks for
};

struct ComparisonOptions {
  unsigned threads = 0;  ///< 0: one per processor. Never changes a result.
  std::stop_token stop;  ///< what is finished by then is kept, and the result marked partial
  /// Called now and then from any thread, never from two at once. Replications are counted over all
  /// designs.
  std::function<void(const StudyProgress&)> progress;
  /// Called with each scenario's index as soon as its runs are done, likewise.
  std::function<void(std::size_t, const StudyResult&)> finished;
};

/// `designs` begins with the baseline. What is said of a design is what run_study says of it,
/// whatever stands beside it; replications that two designs both have are paired. What all of them
/// vary at the same values is run likewise, for its cost. Throws ScenarioError or RunError where a
/// trace cannot be read.
CompareResult compare_designs(const std::vector<const NamedDesign*>& designs, TraceCache& traces,
                              const ComparisonOptions& options);

/// How one study differs from another: a function of the two and of nothing else. `variant` of the
/// result is 0. Throws Interrupted once a stop was asked for.
[[nodiscard]] Comparison compare_outcomes(const StudyOutcome& baseline, const StudyOutcome& variant,
                                          const StopCheck& stop = {});

}  // namespace gpuscape
