#include "sim/model/built_cluster.hpp"

#include "sim/model/build_platform.hpp"

namespace gpuscape {

BuiltCluster build_cluster(const ScenarioSpec& spec, const Registry& registry) {
  BuiltCluster cluster;
  cluster.platform = std::make_unique<const Platform>(build_platform(spec.cluster, registry));
  cluster.graph = std::make_unique<const ClusterGraph>(
      *cluster.platform, build_networks(spec.cluster, registry, *cluster.platform, spec.run.seed));
  return cluster;
}

}  // namespace gpuscape
