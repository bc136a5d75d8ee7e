#pragma once

#include <vector>

#include "sim/fields/reading_context.hpp"
#include "sim/platform/cluster/cluster.hpp"
#include "sim/platform/failing_parts.hpp"
#include "sim/scenario/failure_spec.hpp"

namespace gpuscape {

/// What goes away at once, and how many parts of a kind each of these units has.
struct FailingUnits {
  std::vector<FailingParts::Unit> units = {};
  std::uint32_t parts_each = 1;  ///< the first of them that fails takes the unit with it
};

/// Units of those nodes, which rise. Where they lack what fails, or differ in how many parts they
/// have, that is a fault in `context`, and there are none.
FailingUnits failing_units(const FailureSpec& spec, const std::vector<OutageNode>& nodes,
                           const Cluster& cluster, ReadingContext& context);

}  // namespace gpuscape
