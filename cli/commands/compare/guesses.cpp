#include "cli/commands/compare/guesses.hpp"

#include <fmt/format.h>

#include <iterator>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "sim/base/interrupted.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/session/guessed_designs.hpp"
#include "sim/study/compare/guess_trial.hpp"

namespace gpuscape {

namespace {

/// The designs that rest on a guess, with the value at one end of its range.
struct GuessRuns {
  CatalogGuess guess;
  std::string at;
  GuessedDesigns designs;
};

std::vector<GuessRuns> guess_runs(const ComparedWith& with, const CompareResult& result) {
  constexpr std::size_t kMostGuesses = 10;
  std::vector<GuessRuns> runs;
  for (const CatalogGuess& guess : guesses_to_try(with.compared, result, kMostGuesses))
    for (const std::string& at : {guess.low, guess.high})
      if (at != guess.value)
        runs.push_back(
            {guess, at, open_guessed(with.compared, with.asked, with.context.registry, guess, at)});
  return runs;
}

}  // namespace

void try_guesses(const ComparedWith& with, double seconds_each, CompareResult& result) {
  const std::vector<GuessRuns> all = guess_runs(with, result);
  if (all.empty()) {
    with.context.err << "gpuscape: guesses: no design rests on one that has a range\n";
    return;
  }
  const std::ptrdiff_t runs = std::ssize(all) * std::ssize(with.compared.designs);
  with.context.err << fmt::format("gpuscape: guesses: {} to try, {} more, about {}\n",
                                  quantity(std::ssize(all), "value"), quantity(runs, "run"),
                                  human_text(Seconds(seconds_each * static_cast<double>(runs))));
  for (const GuessRuns& one : all) {
    if (!one.designs.why_not.empty()) {
      result.guesses.push_back({.guess = one.guess, .at = one.at, .why_not = one.designs.why_not});
      continue;
    }
    std::vector<TriedDesign> designs;
    designs.reserve(one.designs.designs.size());
    for (std::size_t i = 0; i < one.designs.designs.size(); ++i) {
      const std::optional<NamedDesign>& design = one.designs.designs[i];
      designs.push_back({design ? &*design : &with.compared.designs[i], design.has_value()});
    }
    try {
      result.guesses.push_back(try_guess(one.guess, one.at, designs, with.traces, with.options));
    } catch (const Interrupted&) {
      result.partial = true;
      return;
    }
  }
}

}  // namespace gpuscape
