#include "sim/run/pace/traffic_parts.hpp"

#include <string>
#include <utility>
#include <vector>

#include "sim/model/check/traffic_network.hpp"

namespace gpuscape {

namespace {

/// Names of the networks over which jobs exchange data, in the scenario's order.
std::vector<std::string> networks_for_jobs(const Cluster& cluster) {
  std::vector<std::string> names;
  for (std::size_t network = 0; network < cluster.networks().size(); ++network)
    for (std::size_t group = 0; group < cluster.platform().groups().size(); ++group)
      if (cluster.network_of(group) == network) {
        names.push_back(cluster.networks()[network].name);
        break;
      }
  return names;
}

StreamApplications applications_of(const StreamSpec& stream) {
  StreamApplications applications{.of_stream = stream.application, .by_class = {}};
  applications.by_class.reserve(stream.classes.size());
  for (const JobClassSpec& job_class : stream.classes)
    applications.by_class.push_back(job_class.application);
  return applications;
}

}  // namespace

InputParts input_parts(const CheckedScenario& checked) {
  InputParts parts;
  if (checked.input == nullptr || checked.steps == nullptr) return parts;
  parts.plan = checked.input;
  parts.steps = checked.steps;
  parts.applications.reserve(checked.spec.streams.size());
  for (const StreamSpec& stream : checked.spec.streams)
    parts.applications.push_back(applications_of(stream));
  return parts;
}

TrafficParts traffic_parts(const CheckedScenario& checked, std::uint64_t path_draw) {
  const ScenarioSpec& scenario = checked.spec;
  TrafficParts parts;
  bool any = checked.access != nullptr;
  for (const StreamSpec& stream : scenario.streams) {
    parts.applications.push_back(applications_of(stream));
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
  parts.networks = networks_for_jobs(*checked.cluster);
  return parts;
}

}  // namespace gpuscape
