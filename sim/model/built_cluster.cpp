#include "sim/model/built_cluster.hpp"

#include "sim/model/build_platform.hpp"

namespace gpuscape {

BuiltCluster build_cluster(const ClusterSpec& spec, const Registry& registry) {
  BuiltCluster cluster;
  cluster.platform = std::make_unique<const Platform>(build_platform(spec, registry));
  cluster.graph = std::make_unique<const ClusterGraph>(
      *cluster.platform, build_networks(spec, registry, *cluster.platform));
  return cluster;
}

}  // namespace gpuscape
