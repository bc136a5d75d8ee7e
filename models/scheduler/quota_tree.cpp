/// Queues with quotas, any depth, as the KAI scheduler and Run:ai have them: what a queue deserves,
/// a limit, a weight for what nobody deserves, and a priority, for GPUs, cores and memory; fair
/// shares level by level; allocate, then consolidate (where the scheduler has "defragment"), then
/// reclaim between queues, then preempt within one. The rules are in quota/tree.hpp,
/// quota/queue_order.hpp and quota/reclaim.hpp.
/// Leaves out: elastic gangs, gangs of which a part is gone. Deviates: of the victims that the
/// rules name, those that are not needed on the nodes that become free stay. Its numbers are the
/// scenario's.

#include "models/scheduler/quota/policy.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {

void register_scheduler_quota_tree(Registry& registry) {
  registry.schedulers.add(
      {.name = "quota-tree",
       .summary = "Queues with quotas as in KAI and Run:ai: fair shares, reclaim between queues, "
                  "preemption.",
       .example = R"({"queues": {"research": {"default": true, "gpus": {"deserved": 8}}}})"},
      [](ObjectReader& reader) { return std::make_unique<quota::Policy>(reader); });
}

}  // namespace gpuscape
