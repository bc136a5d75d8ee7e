#pragma once
/// From the name of a scenario to a design that is ready to run: what every program does first.

#include <optional>
#include <string>

#include "sim/model/check/varied_designs.hpp"

namespace gpuscape {

/// A scenario file, or its text under a name beside which other files are looked for.
struct ScenarioSource {
  std::string file;
  std::optional<std::string> text = {};     ///< instead of what is in the file
  std::vector<CatalogChange> changes = {};  ///< of the catalogue
};

/// Reads the file and what it extends, with the names of the registry's models. The profiles that
/// its designs name are read as strictly as the scenario itself, lists of nodes also where they are
/// compressed. Faults go to `context`, which must outlive the set.
ScenarioSet open_set(const ScenarioSource& source, const Registry& registry,
                     ReadingContext& context);

/// One design with all other designs of the file, read but not yet checked.
LoadedScenario load_whole_file(const ScenarioSource& source, const Design& design,
                               const Registry& registry);

/// One design, checked. Throws ScenarioError with everything that is wrong with it; the other
/// designs of the file are not looked at.
CheckedScenario open_scenario(const ScenarioSource& source, const Design& design,
                              const Registry& registry);

/// The designs that the `cost.vary` of an opened one asks for; none where it has no such thing.
/// Throws ScenarioError where a value does not fit.
std::vector<VariedDesign> open_varied(const ScenarioSource& source, const Design& design,
                                      const CheckedScenario& opened, const Registry& registry);

}  // namespace gpuscape
