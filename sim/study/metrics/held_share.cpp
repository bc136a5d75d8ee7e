#include "sim/study/metrics/held_share.hpp"

namespace gpuscape {

double nodes_by_cores(std::span<const AllocationSpan> spans) {
  return static_cast<double>(uses_lent_gpus(spans) ? clients_among(spans) : spans.size());
}

double cores_share(const Demand& demand, double nodes, const NodeLabel& node) {
  if (demand.milli_cores == 0) return demand.nodes > 0 ? 1.0 : 0.0;
  const double all = static_cast<double>(node.milli_cores);
  return all > 0.0 ? static_cast<double>(demand.milli_cores) / nodes / all : 0.0;
}

double held_share(const RunResult& run, std::size_t job, const AllocationSpan& span,
                  std::span<const AllocationSpan> spans) {
  const NodeLabel& node = run.nodes[run.group_of(span.node)];
  if (node.gpus > 0) return run.jobs.gpus_held(job, span) / node.gpus;
  return cores_share(run.jobs.demand(job), nodes_by_cores(spans), node);
}

}  // namespace gpuscape
