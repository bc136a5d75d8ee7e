#pragma once
/// What a step of a scenario's jobs asks of links, on nodes of its first group.

#include <vector>

#include "sim/run/pace/traffic_shape.hpp"
#include "tests/support/checked_scenario.hpp"

namespace gpuscape::test {

inline TrafficParts traffic_of(const CheckedScenario& scenario) {
  TrafficParts parts;
  parts.network = scenario.cluster->network_for_jobs();
  parts.exchanges = scenario.exchanges;
  if (scenario.steps != nullptr) parts.costs = scenario.steps->costs();
  parts.applications = {{scenario.spec.streams[0].application, {}}};
  return parts;
}

/// A step of a job that has all GPUs of so many nodes.
inline TrafficShape shape_of(const CheckedScenario& scenario, std::uint32_t nodes) {
  FreeCapacity capacity(scenario.cluster->platform());
  const std::int32_t gpus = scenario.cluster->platform().groups()[0].capacity.gpus;
  std::vector<AllocationSpan> spans;
  for (std::uint32_t node = 0; node < nodes; ++node)
    spans.push_back({node, gpus, capacity.group(0).take(node, Demand{.gpus = gpus})});
  TrafficShaper shaper(traffic_of(scenario), capacity);
  TrafficShape shape;
  shaper.shape({}, spans, shape);
  return shape;
}

}  // namespace gpuscape::test
