#include "sim/model/check_transfers.hpp"

#include <algorithm>

#include "sim/model/built_cluster.hpp"
#include "sim/model/transfer_plan.hpp"

namespace gpuscape {

void check_transfers(const ScenarioSpec& spec, const Registry& registry, ReadingContext& context) {
  if (std::ranges::all_of(spec.streams,
                          [](const StreamSpec& stream) { return stream.transfers.empty(); }))
    return;
  const BuiltCluster cluster = build_cluster(spec, registry);
  plan_transfers(spec, *cluster.graph, registry, context);
}

}  // namespace gpuscape
