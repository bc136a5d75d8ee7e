/// Queues with quotas that borrow from each other within cohorts, as Kueue has them: nominal quota,
/// borrowing and lending limits for GPUs, cores and memory, cohorts in cohorts; jobs in cycles, by
/// who borrows or by dominant shares; others stopped for what is a queue's own, by priority, or for
/// a smaller share. The rules are in cohorts/tree.hpp, cohorts/turns.hpp and cohorts/victims.hpp.
/// Leaves out: flavors of resources, admission checks, use of the past within a queue.
/// Deviates: a job starts only where quota and nodes have room, as with Kueue's topology-aware
/// scheduling. Its numbers are the scenario's.

#include "models/scheduler/cohorts/policy.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {

void register_scheduler_cohorts(Registry& registry) {
  registry.schedulers.add(
      {.name = "cohorts",
       .summary = "Queues with quotas as in Kueue: nominal, borrowing and lending within cohorts, "
                  "preemption, fair sharing.",
       .example = R"({"queues": {"research": {"default": true, "gpus": {"nominal": 64}}}})"},
      [](ObjectReader& reader) { return std::make_unique<quota::cohorts::Policy>(reader); });
}

}  // namespace gpuscape
