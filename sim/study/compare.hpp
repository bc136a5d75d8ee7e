#pragma once
/// Runs several scenarios in step and says how each differs from the first one.

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "sim/model/registry.hpp"
#include "sim/study/compare_result.hpp"
#include "sim/study/run_study.hpp"

namespace gpuscape {

struct ScenarioToCompare {
  std::string name;
  ScenarioSpec scenario;  ///< has passed `check`
};

struct ComparisonOptions {
  unsigned threads = 0;  ///< 0: one per processor. Never changes a result.
  std::stop_token stop;  ///< what is finished by then is kept, and the result marked partial
  /// Called now and then from any thread, never from two at once. Replications are counted over all
  /// scenarios.
  std::function<void(const StudyProgress&)> progress;
  /// Called with each scenario's index as soon as its runs are done, likewise.
  std::function<void(std::size_t, const StudyResult&)> finished;
};

/// `scenarios` begins with the baseline. Logs are replayed side by side; generated workloads get as
/// many replications as the least precise of them needs, after the longest warm-up of them. Throws
/// ScenarioError or RunError where a trace cannot be read.
CompareResult compare_scenarios(const std::vector<ScenarioToCompare>& scenarios,
                                const Registry& registry, const ComparisonOptions& options);

}  // namespace gpuscape
