#include "sim/model/collectives/plan_traffic.hpp"

#include "sim/model/collectives/collective_planner.hpp"
#include "sim/model/collectives/shared_gpus.hpp"

namespace gpuscape {

TransferPlan plan_traffic(const ScenarioSpec& spec, const ClusterGraph& graph,
                          const Registry& registry, const JobCosts* costs, const GpuAccess* access,
                          const InputPlan& storage, ReadingContext& context) {
  TransferWays ways(spec, graph, registry, context);
  TransferPlan plan = plan_transfers(spec, graph, ways, storage, context);
  plan_collectives(spec, graph, registry, costs, access, storage, ways, plan, context);
  ways.finish(plan);
  share_gpus(plan, graph);
  return plan;
}

}  // namespace gpuscape
