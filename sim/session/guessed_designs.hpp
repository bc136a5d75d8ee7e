#pragma once
/// The designs of a comparison with other values of what the catalogue guesses.

#include <optional>
#include <string>
#include <vector>

#include "sim/session/compared_scenarios.hpp"

namespace gpuscape {

/// The guesses on which any of the designs rests and that have a range, the widest first, at most
/// that many.
[[nodiscard]] std::vector<CatalogGuess> guesses_to_try(const ComparedScenarios& compared,
                                                       const CompareResult& result,
                                                       std::size_t most);

struct GuessedDesigns {
  /// One for each design that is compared: with that value, or nothing where the design does not
  /// rest on the guess.
  std::vector<std::optional<NamedDesign>> designs;
  std::string why_not;  ///< why a design cannot have that value; empty: all can
};

/// The same designs, `at` in the place of the guess: one of the ends of its range.
[[nodiscard]] GuessedDesigns open_guessed(const ComparedScenarios& compared,
                                          const CompareOptions& options, const Registry& registry,
                                          const CatalogGuess& guess, const std::string& at);

}  // namespace gpuscape
