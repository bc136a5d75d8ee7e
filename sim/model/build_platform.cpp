#include "sim/model/build_platform.hpp"

#include <utility>

#include "sim/model/build_model.hpp"

namespace gpuscape {

Platform build_platform(const ScenarioSpec& scenario, const Registry& registry) {
  std::vector<NodeGroup> groups;
  for (const NodeGroupSpec& spec : scenario.cluster.nodes) {
    groups.push_back(build_model(registry.nodes, spec.model)->group());
    groups.back().name = spec.name;
  }
  return Platform(std::move(groups));
}

}  // namespace gpuscape
