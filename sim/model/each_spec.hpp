#pragma once

#include "sim/scenario/load/loader.hpp"

namespace gpuscape {

/// Visits the scenario and its variants; the scenario itself first, so that its faults are not said
/// again for each variant.
template <class Visit>
void for_each_spec(LoadedScenario& loaded, const Visit& visit) {
  const bool base_chosen = loaded.spec.variant.empty();
  if (base_chosen) visit(loaded.spec);
  for (ScenarioSpec& other : loaded.others) {
    loaded.context.set_variant(other.variant);
    visit(other);
  }
  loaded.context.set_variant("");
  if (!base_chosen) visit(loaded.spec);
}

}  // namespace gpuscape
