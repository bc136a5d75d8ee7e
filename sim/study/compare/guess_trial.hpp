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

/// One guess of the catalogue at one end of its range, and what the comparison then comes to.
struct GuessTrial {
  CatalogGuess guess = {};
  std::string at = {};       ///< with its unit
  std::string why_not = {};  ///< what kept it from being tried; then nothing else is set
  BoardVerdict::By by = BoardVerdict::By::nothing;
  std::optional<std::size_t> winner = {};
  std::string why_none = {};
  /// By design, s: from submission to end, the mean. NaN of designs that do not rest on the guess.
  std::vector<double> completion_mean = {};
};

/// A design of a trial, with the other value where it rests on the guess.
struct TriedDesign {
  const NamedDesign* design = nullptr;
  bool rests_on_it = false;
};

/// Runs all designs: those that do not rest on the guess too, since replications of two designs are
/// paired over jobs that both have. Throws Interrupted, and what compare_designs throws.
[[nodiscard]] GuessTrial try_guess(CatalogGuess guess, std::string at,
                                   const std::vector<TriedDesign>& designs, TraceCache& traces,
                                   const ComparisonOptions& options);

/// Whether the comparison comes to the same winner, or to none as before.
[[nodiscard]] bool keeps_answer(const CompareResult& result, const GuessTrial& trial);

/// How far the trial moves the mean completion time of a design: 0.1 for 10 % longer; 0 where it
/// does not rest on the guess, or has no such time.
[[nodiscard]] double moves(const CompareResult& result, const GuessTrial& trial,
                           std::size_t design);

}  // namespace gpuscape
