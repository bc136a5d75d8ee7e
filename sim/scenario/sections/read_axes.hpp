#pragma once

#include <optional>
#include <vector>

#include "sim/fields/object_reader.hpp"
#include "sim/scenario/axis_spec.hpp"

namespace gpuscape {

struct AxesAndFind {
  std::vector<AxisSpec> axes = {};
  std::optional<FindSpec> find = {};
};

/// `axes` and `find` of a scenario that still contains its variants. Faults go to the context,
/// which must keep ObjectiveMetrics.
AxesAndFind read_axes_and_find(const JsonValue& scenario, ReadingContext& context);

/// Registers both keys, which are no part of a design.
void describe_axes_and_find(ObjectReader& reader);

}  // namespace gpuscape
