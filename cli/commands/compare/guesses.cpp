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

/// One end of the range of a guess.
struct GuessEnd {
  CatalogGuess guess;
  std::string at;
};

std::vector<GuessEnd> guess_ends(const ComparedWith& with, const CompareResult& result) {
  constexpr std::size_t kMostGuesses = 10;
  std::vector<GuessEnd> ends;
  for (const CatalogGuess& guess : guesses_to_try(with.compared, result, kMostGuesses))
    for (const std::string& at : {guess.low, guess.high})
      if (at != guess.value) ends.push_back({guess, at});
  return ends;
}

GuessTrial trial_of(const ComparedWith& with, const GuessEnd& end) {
  const GuessedDesigns guessed =
      open_guessed(with.compared, with.asked, with.context.registry, end.guess, end.at);
  GuessTrial trial;
  trial.guess = end.guess;
  trial.at = end.at;
  trial.why_not = guessed.why_not;
  if (!trial.why_not.empty()) return trial;
  std::vector<TriedDesign> designs;
  designs.reserve(guessed.designs.size());
  for (std::size_t i = 0; i < guessed.designs.size(); ++i) {
    const std::optional<NamedDesign>& design = guessed.designs[i];
    designs.push_back({design ? &*design : &with.compared.designs[i], design.has_value()});
  }
  static_cast<TrialAnswer&>(trial) = try_designs(designs, with.traces, with.options);
  return trial;
}

}  // namespace

void try_guesses(const ComparedWith& with, double seconds_each, CompareResult& result) {
  const std::vector<GuessEnd> all = guess_ends(with, result);
  if (all.empty()) {
    with.context.err << "gpuscape: guesses: no design rests on one that has a range\n";
    return;
  }
  const std::ptrdiff_t runs = std::ssize(all) * std::ssize(with.compared.designs);
  with.context.err << fmt::format("gpuscape: guesses: {} to try, {} more, about {}\n",
                                  quantity(std::ssize(all), "value"), quantity(runs, "run"),
                                  human_text(Seconds(seconds_each * static_cast<double>(runs))));
  try {
    for (const GuessEnd& end : all) result.guesses.push_back(trial_of(with, end));
  } catch (const Interrupted&) {
    result.partial = true;
  }
}

}  // namespace gpuscape
