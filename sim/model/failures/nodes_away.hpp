#pragma once

#include <string>
#include <vector>

#include "sim/fields/reading_context.hpp"
#include "sim/platform/planned_outage.hpp"
#include "sim/platform/platform.hpp"

namespace gpuscape {

/// Where a scenario says that nodes are away.
struct SaidAway {
  const SourcePlace& place;
  const std::string& pointer;
  const std::vector<std::string>& nodes;  ///< as written: "gpu", "gpu/3", "gpu/0-3"
};

/// Its nodes, rising, none twice. What names none, and pools, are faults at its `nodes`.
std::vector<OutageNode> nodes_away(const SaidAway& said, const Platform& platform,
                                   ReadingContext& context);
/// Nodes are away in runs of jobs alone; elsewhere that is a fault. True where it is one.
bool is_never_away(const SaidAway& said, bool by_steps, ReadingContext& context);

}  // namespace gpuscape
