/// Which runs have which metrics, and under which names.

#include <fmt/format.h>

#include <algorithm>

#include "sim/study/metrics/metrics.hpp"

namespace gpuscape {

bool is_of_cost(const Metric& metric) {
  return metric.needs == Needs::cost || metric.needs == Needs::energy ||
         metric.needs == Needs::carbon;
}

bool has(const RunResult& run, const Metric& metric) {
  switch (metric.needs) {
    case Needs::nothing:
      break;
    case Needs::gpus:
      return !run.counts_cores;
    case Needs::cores_asked:
      return !run.timeline["cores_stranded"].empty() && cores_on_nodes(run) > 0.0;
    case Needs::memory_asked:
      return !run.timeline["memory_stranded_gib"].empty() && memory_on_nodes_gib(run) > 0.0;
    case Needs::traffic:
      return run.traffic.has_value();
    case Needs::lent_gpus:
      return !run.remote.empty();
    case Needs::closed_streams:
      return run.has_closed_stream();
    case Needs::cost:
      return run.cost != nullptr;
    case Needs::energy:
      return run.cost != nullptr && run.cost->electricity_unused().kwh > 0.0;
    case Needs::carbon:
      return run.cost != nullptr && run.cost->electricity_unused().carbon_kg.has_value();
    case Needs::interruptions:
      return run.may_lose_work;
    case Needs::input:
      return run.input.has_value();
    case Needs::store_losses:
      return !run.store_losses.empty();
    case Needs::shared_gpus:
      return std::ranges::any_of(run.sharing,
                                 [](const SharingResult& of) { return !of.law.empty(); });
    case Needs::requests:
      return !run.serving.empty();
    case Needs::pods:
      return run.pods.has_value();
  }
  return true;
}

std::string metric_name(const RunResult& run, const Metric& metric) {
  constexpr std::string_view kGpus = "gpus_";
  if (!run.counts_cores || !metric.key.starts_with(kGpus)) return std::string(metric.key);
  return fmt::format("cores_{}", metric.key.substr(kGpus.size()));
}

}  // namespace gpuscape
