#pragma once
/// What a live study would have published, made from scenarios at once.

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sim/live/live_study.hpp"
#include "sim/session/open_scenario.hpp"
#include "sim/study/compare/compare.hpp"
#include "sim/study/run_study.hpp"
#include "tests/support/builtin_models.hpp"
#include "tests/support/shared_data.hpp"
#include "tests/support/study_builder.hpp"

namespace gpuscape::test {

inline LiveAnswer exact_answer(LiveDesign design) {
  auto scenario = std::make_shared<const CheckedScenario>(
      open_scenario(design.source, design.design, builtin_models()));
  TraceCache traces;
  LiveAnswer answer;
  answer.asked = std::move(design);
  answer.stage = LiveStage::exact;
  answer.outcome = std::make_shared<const StudyOutcome>(run_study(*scenario, traces, {}));
  answer.scenario = std::move(scenario);
  return answer;
}

/// An answer that was made by hand.
inline LiveAnswer answer_of(std::string name, StudyResult result) {
  LiveAnswer answer;
  answer.asked.name = std::move(name);
  answer.stage = LiveStage::exact;
  answer.outcome = std::make_shared<const StudyOutcome>(StudyOutcome{std::move(result), {}, {}});
  return answer;
}

inline LiveState state_of(std::vector<LiveAnswer> answers) {
  LiveState state;
  state.generation = 1;
  state.designs = std::move(answers);
  state.is_finished = true;
  for (std::size_t i = 1; i < state.designs.size(); ++i)
    state.comparisons.push_back(std::make_shared<const Comparison>(
        compare_outcomes(*state.designs.front().outcome, *state.designs[i].outcome)));
  return state;
}

/// The designs "A", "B", … of a shipped scenario, each with its settings, run to their exact
/// answers.
inline LiveState shipped_state(const std::string& file, const std::vector<Design>& designs) {
  std::vector<LiveAnswer> answers;
  for (std::size_t i = 0; i < designs.size(); ++i)
    answers.push_back(exact_answer({.name = std::string(1, static_cast<char>('A' + i)),
                                    .source = {.file = source_file("scenarios/" + file).string()},
                                    .design = designs[i]}));
  return state_of(std::move(answers));
}

}  // namespace gpuscape::test
