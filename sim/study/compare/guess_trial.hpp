#pragma once
/// Whether the answer of a comparison stays the same where the catalogue guessed wrong.

#include <optional>
#include <string>
#include <vector>

#include "sim/catalog/catalog_guess.hpp"
#include "sim/study/compare/board_verdict.hpp"

namespace gpuscape {

struct CompareResult;
struct ComparisonOptions;
struct NamedDesign;
class TraceCache;

/// What a comparison comes to when it is made again with something else.
struct TrialAnswer {
  BoardVerdict::By by = BoardVerdict::By::nothing;
  std::optional<std::size_t> winner = {};
  std::string why_none = {};
  /// By design, s: from submission to end, the mean. NaN of designs that the trial does not change.
  std::vector<double> completion_mean = {};
};

/// One guess of the catalogue at one end of its range, and what the comparison then comes to.
struct GuessTrial : TrialAnswer {
  CatalogGuess guess = {};
  std::string at = {};       ///< with its unit
  std::string why_not = {};  ///< what kept it from being tried; then nothing else is set
};

/// A design of a trial, with the other value where it rests on the guess.
struct TriedDesign {
  const NamedDesign* design = nullptr;
  bool rests_on_it = false;
};

/// Runs all designs: those that the trial does not change too, since replications of two designs
/// are paired over jobs that both have. Throws Interrupted, and what compare_designs throws.
[[nodiscard]] TrialAnswer try_designs(const std::vector<TriedDesign>& designs, TraceCache& traces,
                                      const ComparisonOptions& options);

/// Whether the comparison comes to the same winner, or to none as before.
[[nodiscard]] bool keeps_answer(const CompareResult& result, const TrialAnswer& trial);

/// How far the trial moves the mean completion time of a design: 0.1 for 10 % longer; 0 where it
/// does not rest on the guess, or has no such time.
[[nodiscard]] double moves(const CompareResult& result, const TrialAnswer& trial,
                           std::size_t design);

}  // namespace gpuscape
