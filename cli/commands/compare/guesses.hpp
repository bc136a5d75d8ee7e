#pragma once
/// `gpuscape compare --guesses`: the same comparison where the catalogue guessed wrong.

#include "cli/command.hpp"
#include "sim/session/compared_scenarios.hpp"
#include "sim/study/compare/compare.hpp"

namespace gpuscape {

/// What a comparison was made of.
struct ComparedWith {
  const ComparedScenarios& compared;
  const CompareOptions& asked;
  const CommandContext& context;
  TraceCache& traces;
  const ComparisonOptions& options;
};

/// Adds the trials to the result, and says on stderr what they take before they begin; a design
/// takes `seconds_each`. Stopped, it keeps what was tried by then and marks the result as partial.
void try_guesses(const ComparedWith& with, double seconds_each, CompareResult& result);

}  // namespace gpuscape
