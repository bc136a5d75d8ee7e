#include "sim/model/check/varied_designs.hpp"

#include <fmt/format.h>

#include "sim/base/excerpt.hpp"
#include "sim/scenario/cost_spec.hpp"
#include "sim/scenario/load/axis_value.hpp"

namespace gpuscape {

bool varies(const CheckedScenario& checked) {
  return checked.spec.cost && !checked.spec.cost->vary.empty();
}

std::vector<VariedDesign> varied_designs(DesignChecker& checker, const Design& design,
                                         const CheckedScenario& checked) {
  std::vector<VariedDesign> all;
  if (!varies(checked)) return all;
  for (const AxisSpec& varied : checked.spec.cost->vary) {
    for (std::size_t i = 0; i < varied.values.size(); ++i) {
      const std::string& label = varied.values[i].label;
      Design at = design;
      set_axis_value(at, varied, i);
      if (auto scenario = checker.check(at)) {
        all.push_back({varied.name, label, std::move(*scenario)});
      } else {
        checker.context().add(
            varied.place, varied.pointer + "/values",
            fmt::format("{} cannot be {} (see the other message)",
                        varied.set.empty() ? varied.name : varied.set, excerpt(label)));
      }
    }
  }
  return all;
}

}  // namespace gpuscape
