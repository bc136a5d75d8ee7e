#pragma once
/// From a file to the design that a command asks for, with everything else in the file, so that a
/// fault in another variant is found too. Models check their own parameters afterwards (`check` in
/// sim/model/check/check.hpp) and report into the same context, so that everything that is wrong is
/// printed at once.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/scenario/load/scenario_set.hpp"

namespace gpuscape {

struct LoadedScenario {
  ScenarioSpec spec;  ///< of the chosen design; incomplete while the context holds issues
  /// The scenario itself and its variants but for the chosen one, so that `check` covers the whole
  /// file. Empty with --set, which may not fit the others.
  std::vector<ScenarioSpec> others;
  /// Guesses of the catalogue that the chosen design may rest on.
  std::vector<CatalogGuess> guesses = {};
  /// Of the scenario itself, where the chosen design may have another one; nothing where the
  /// scenario itself has faults.
  std::optional<OwnCluster> own_cluster = {};
  bool lacks_own_cluster = false;  ///< it is needed, and there is none
  ReadingContext context;

  /// Throws ScenarioError with everything found so far, by place.
  void throw_if_issues() const { context.throw_if_issues(); }
};

/// Reads a scenario file. Faults of the content are recorded, not thrown.
LoadedScenario load_scenario(const std::string& path, const Design& design = {},
                             const LoadOptions& options = {});

/// The same for text in memory under a name; other files are looked for beside that name.
LoadedScenario load_scenario_text(std::string_view text, const std::string& name,
                                  const Design& design = {}, const LoadOptions& options = {});

/// The variants of a scenario file in the order written, without checking anything else.
/// Throws ScenarioError when the file cannot be parsed.
std::vector<std::string> variant_names(const std::string& path);

}  // namespace gpuscape
