#pragma once
/// The guesses among the values of the catalogue that a scenario uses.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/json.hpp"
#include "sim/scenario/catalog.hpp"
#include "sim/scenario/catalog_guess.hpp"

namespace gpuscape {

/// The fields of an entry that models read and that are guesses. `in_use` is the entry as the
/// scenario has it: what a user or a profile has put in place of the catalogue's value is no guess
/// of ours.
std::vector<CatalogGuess> guesses_of(const Catalog& catalog, std::string_view section,
                                     const std::string& id, const JsonValue& in_use);

/// Those of the entries that a resolved scenario names for its nodes and networks, and of
/// `transports` (null: none). Equal ones once, in the order of the scenario.
std::vector<CatalogGuess> guesses_of(const Catalog& catalog, const JsonValue& scenario,
                                     const JsonValue& transports);

/// What runs of jobs use of them: with traffic of applications, networks too. Sorted.
std::vector<CatalogGuess> guesses_of_jobs(const std::vector<CatalogGuess>& all, bool traffic);

/// The widest ranges first; those of equal width keep their order.
void sort_by_spread(std::vector<CatalogGuess>& guesses);

}  // namespace gpuscape
