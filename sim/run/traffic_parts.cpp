#include "sim/run/traffic_parts.hpp"

#include <utility>

#include "sim/model/check/traffic_network.hpp"

namespace gpuscape {

TrafficParts traffic_parts(const CheckedScenario& checked, std::uint64_t path_draw) {
  const ScenarioSpec& scenario = checked.spec;
  TrafficParts parts;
  bool any = checked.access != nullptr;
  for (const StreamSpec& stream : scenario.streams) {
    StreamApplications applications{.of_stream = stream.application, .by_class = {}};
    applications.by_class.reserve(stream.classes.size());
    for (const JobClassSpec& job_class : stream.classes)
      applications.by_class.push_back(job_class.application);
    parts.applications.push_back(std::move(applications));
    any = any || exchanges_data(stream, [&](const ApplicationSpec& application) {
            return checked.steps != nullptr && checked.steps->costs()->exchanges(application);
          });
  }
  if (!any) return parts;
  parts.network = checked.cluster->network_for_jobs(scenario.run.seed, path_draw);
  if (parts.network == nullptr) return parts;
  parts.exchanges = checked.exchanges;
  if (checked.steps != nullptr) parts.costs = checked.steps->costs();
  parts.access = checked.access;
  return parts;
}

}  // namespace gpuscape
