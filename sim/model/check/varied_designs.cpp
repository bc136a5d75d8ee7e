#include "sim/model/check/varied_designs.hpp"

#include <fmt/format.h>

#include "sim/base/excerpt.hpp"
#include "sim/scenario/cost_spec.hpp"

namespace gpuscape {

bool varies(const CheckedScenario& checked) {
  return checked.spec.cost && !checked.spec.cost->vary.empty();
}

std::vector<VariedDesign> varied_designs(DesignChecker& checker, const Design& design,
                                         const CheckedScenario& checked) {
  std::vector<VariedDesign> all;
  if (!varies(checked)) return all;
  for (const VariedSpec& varied : checked.spec.cost->vary) {
    for (std::size_t i = 0; i < varied.values.size(); ++i) {
      Design at = design;
      at.sets.push_back(varied.set + "=" + write_json(varied.values[i], -1));
      if (auto scenario = checker.check(at)) {
        all.push_back({varied.name, varied.texts[i], std::move(*scenario)});
      } else {
        checker.context().add(varied.place, varied.pointer + "/values",
                              fmt::format("{} cannot be {} (see the other message)", varied.set,
                                          excerpt(varied.texts[i])));
      }
    }
  }
  return all;
}

}  // namespace gpuscape
