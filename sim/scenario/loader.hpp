#pragma once
/// From a file to a checked scenario: syntax, `extends`, variants, `--set`, sections. Models check
/// their own parameters afterwards (`check` in sim/model/check.hpp) and report into the same
/// context, so that everything that is wrong is printed at once.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/scenario/catalog_guesses.hpp"
#include "sim/scenario/measured_transports.hpp"
#include "sim/scenario/reading_context.hpp"
#include "sim/scenario/slurm_settings.hpp"
#include "sim/scenario/spec.hpp"

namespace gpuscape {

struct LoadOptions {
  std::string variant = {};  ///< "" for the scenario itself
  std::vector<std::string> sets =
      {};  ///< "/pointer=value", applied to the chosen variant in this order
  std::optional<std::uint64_t> seed = {};  ///< instead of /run/seed; at most 2^63 − 1
  ProfileCheck profile_check = nullptr;    ///< of the profiles that `calibration` names
  std::optional<bool> confine = {};        ///< --confine or --no-confine; the command obeys
  /// The whole text of a file, decompressed where it is compressed; throws RunError. Null: as it
  /// is.
  TextReader read_text = nullptr;
};

struct LoadedScenario {
  ScenarioSpec spec;  ///< of the chosen variant; incomplete while the context holds issues
  /// The scenario itself and its variants but for the chosen one, so that `check` covers the whole
  /// file. Empty with --set, which may not fit the others.
  std::vector<ScenarioSpec> others;
  /// Guesses of the catalogue that the chosen variant may rest on.
  std::vector<CatalogGuess> guesses = {};
  ReadingContext context;

  /// Throws ScenarioError with everything found so far, by place.
  void throw_if_issues() const { context.throw_if_issues(); }
};

/// Reads a scenario file. Faults of the content are recorded, not thrown.
LoadedScenario load_scenario(const std::string& path, const LoadOptions& options = {});

/// The same for text in memory under a name; other files are looked for beside that name.
LoadedScenario load_scenario_text(std::string_view text, const std::string& name,
                                  const LoadOptions& options = {});

/// The variants of a scenario file in the order written, without checking anything else.
/// Throws ScenarioError when the file cannot be parsed.
std::vector<std::string> variant_names(const std::string& path);

}  // namespace gpuscape
