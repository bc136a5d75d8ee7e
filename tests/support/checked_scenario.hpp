#pragma once
/// Scenarios as text, or specs made by hand, ready to run.

#include <string>
#include <utility>

#include "sim/model/check/check.hpp"
#include "sim/study/run_study.hpp"
#include "tests/support/builtin_models.hpp"
#include "tests/support/run_builders.hpp"

namespace gpuscape::test {

/// Throws ScenarioError where there are faults.
inline CheckedScenario checked(LoadedScenario loaded) {
  std::optional<CheckedFile> file = check(loaded, builtin_models());
  loaded.throw_if_issues();
  return std::move(file->chosen);
}

inline CheckedScenario checked(const std::string& text, const std::string& file = "test.json") {
  return checked(load_text(text, file));
}

inline CheckedScenario checked(const ScenarioSpec& spec) {
  DesignSpec design{.spec = spec, .guesses = {}};
  ReadingContext context;
  std::optional<CheckedScenario> scenario = check(design, {}, builtin_models(), context);
  context.throw_if_issues();
  return std::move(*scenario);
}

inline StudyResult study(const CheckedScenario& scenario, const StudyOptions& options = {}) {
  TraceCache traces;
  return run_study(scenario, traces, options).result;
}

}  // namespace gpuscape::test
