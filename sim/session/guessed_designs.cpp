#include "sim/session/guessed_designs.hpp"

#include <algorithm>

#include "sim/base/error.hpp"

namespace gpuscape {

namespace {

bool is_same(const CatalogGuess& a, const CatalogGuess& b) {
  return a.section == b.section && a.entry == b.entry && a.path == b.path;
}

bool has_guess(const CheckedScenario& scenario, const CatalogGuess& guess) {
  return std::ranges::any_of(scenario.guesses,
                             [&](const CatalogGuess& one) { return is_same(one, guess); });
}

bool has_range(const CatalogGuess& guess) {
  return !guess.low.empty() && !guess.high.empty() && guess.low != guess.high;
}

}  // namespace

std::vector<CatalogGuess> guesses_to_try(const ComparedScenarios& compared,
                                         const CompareResult& result, std::size_t most) {
  std::vector<CatalogGuess> all;
  for (std::size_t i = 0; i < compared.designs.size(); ++i) {
    const bool traffic = result.variants[i].outcome.result.first.traffic.has_value();
    for (CatalogGuess& guess : guesses_of_jobs(compared.designs[i].scenario.guesses, traffic))
      if (has_range(guess) &&
          std::ranges::none_of(all, [&](const auto& known) { return is_same(known, guess); }))
        all.push_back(std::move(guess));
  }
  sort_by_spread(all);
  all.resize(std::min(all.size(), most));
  return all;
}

GuessedDesigns open_guessed(const ComparedScenarios& compared, const CompareOptions& options,
                            const Registry& registry, const CatalogGuess& guess,
                            const std::string& at) {
  GuessedDesigns guessed;
  guessed.designs.resize(compared.designs.size());
  for (std::size_t i = 0; i < compared.designs.size(); ++i) {
    const ComparedScenario& design = compared.designs[i];
    if (!has_guess(design.scenario, guess)) continue;
    ScenarioSource source =
        options.source ? options.source(design.file) : ScenarioSource{.file = design.file};
    source.changes = {
        {.section = guess.section, .entry = guess.entry, .path = guess.path, .value = at}};
    const Design asked{.variant = design.scenario.spec.variant,
                       .patches = {},
                       .sets = options.sets,
                       .seed = options.seed};
    try {
      guessed.designs[i] =
          NamedDesign{.name = design.name, .scenario = open_scenario(source, asked, registry)};
    } catch (const ScenarioError& error) {
      guessed.why_not = error.issues().front().message;
      return guessed;
    }
  }
  return guessed;
}

}  // namespace gpuscape
