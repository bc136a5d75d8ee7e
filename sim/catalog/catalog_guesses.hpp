#pragma once
/// The guesses among the values of the catalogue that a scenario uses.

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/base/json/json.hpp"
#include "sim/catalog/catalog.hpp"
#include "sim/catalog/catalog_guess.hpp"
#include "sim/fields/model_names.hpp"

namespace gpuscape {

/// Of one catalogue, which must outlive this and stay as it is. What an entry guesses is worked out
/// once, however many designs use the entry.
class CatalogGuesses {
 public:
  explicit CatalogGuesses(const Catalog& catalog) : catalog_(catalog) {}

  /// Those of the entries that a resolved scenario names for its nodes and networks, and of
  /// `transports` (null: none); `models` say which keys of networks name entries. Equal ones once,
  /// in the order of the scenario.
  std::vector<CatalogGuess> of(const JsonValue& scenario, const JsonValue& transports,
                               const ModelNames& models);
  /// The fields of an entry that models read and that are guesses. `in_use` is the entry as the
  /// scenario has it: a value that a user or a profile has replaced is not a guess of the
  /// catalogue. Valid while this lives.
  std::vector<const CatalogGuess*> of_entry(std::string_view section, const std::string& id,
                                            const JsonValue& in_use);

 private:
  /// A guess that counts where the scenario has the catalogue's value.
  struct Candidate {
    CatalogGuess guess;
    std::vector<std::string> path;
    JsonValue value;
  };
  const std::vector<Candidate>& candidates(std::string_view section, const std::string& id);

  const Catalog& catalog_;
  std::map<std::pair<std::string, std::string>, std::vector<Candidate>> known_;
};

/// What runs of jobs use of them: with traffic of applications, networks too. Sorted.
std::vector<CatalogGuess> guesses_of_jobs(const std::vector<CatalogGuess>& all, bool traffic);

/// The widest ranges first; those of equal width keep their order.
void sort_by_spread(std::vector<CatalogGuess>& guesses);

}  // namespace gpuscape
