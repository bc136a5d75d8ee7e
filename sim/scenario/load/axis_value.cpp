#include "sim/scenario/load/axis_value.hpp"

namespace gpuscape {

void set_axis_value(Design& design, const AxisSpec& axis, std::size_t value) {
  const JsonValue& chosen = axis.values.at(value).value;
  if (axis.set.empty())
    design.patches.push_back(chosen);
  else
    design.sets.push_back(axis.set + "=" + write_json(chosen, -1));
}

}  // namespace gpuscape
