#include "sim/scheduling/span_room.hpp"

#include <algorithm>

#include "sim/platform/gang.hpp"

namespace gpuscape {

namespace {

bool span_has_gpus(const FreeCapacity& capacity, const GroupSpan& span, const Demand& demand) {
  std::int64_t gpus = 0;
  for (const std::size_t group : span)
    if (capacity.groups()[group].will_do(demand))
      gpus += capacity.groups()[group].free_gpus_total();
  return gpus >= demand.gpus && capacity.groups()[span.front()].cut(demand).nodes() > 1;
}

}  // namespace

bool span_has_room(const FreeCapacity& capacity, const GroupSpan& span, const Demand& demand,
                   const NodeFilter* filter) {
  if (!span_has_gpus(capacity, span, demand)) return false;
  const Gang gang = capacity.groups()[span.front()].cut(demand);
  // The nodes that the full shares need are no longer there for the rest.
  std::uint32_t full = gang.full_nodes;
  std::uint32_t any = gang.nodes();
  for (const std::size_t group : span) {
    const GroupCapacity& of = capacity.groups()[group];
    if (!of.will_do(demand)) continue;
    const FreeNodes nodes(of, group, filter);
    if (full > 0) full -= nodes.count(gang.full, full);
    any -= nodes.count(gang.smallest(), any);
  }
  return full == 0 && any == 0;
}

bool any_span_has_gpus(const FreeCapacity& capacity, const Demand& demand) {
  return std::ranges::any_of(capacity.platform().spans().of(demand), [&](const GroupSpan& span) {
    return span_has_gpus(capacity, span, demand);
  });
}

bool any_span_has_room(const FreeCapacity& capacity, const Demand& demand,
                       const NodeFilter* filter) {
  return std::ranges::any_of(capacity.platform().spans().of(demand), [&](const GroupSpan& span) {
    return span_has_room(capacity, span, demand, filter);
  });
}

}  // namespace gpuscape
