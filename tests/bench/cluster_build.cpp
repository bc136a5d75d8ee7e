#include "tests/bench/cluster_build.hpp"

#include <fmt/format.h>

#include "sim/base/error.hpp"
#include "sim/model/build_platform.hpp"
#include "sim/model/check.hpp"

namespace gpuscape::bench {

ClusterSpec read_gpu_cluster(const Registry& registry, const char* network) {
  LoadedScenario loaded = load_scenario_text(
      fmt::format(R"({{"format": 1, "cluster": {{)"
                  R"("nodes": {{"gpu": {{"type": "dgx-h100", "count": 12500}}}},)"
                  R"("networks": {{"compute": {{"type": "{}", "switch": "nvidia-q3400"}}}}}},)"
                  R"("workload": {{"streams": {{"jobs": {{)"
                  R"("trace": {{"format": "swf", "file": "none.swf"}}}}}}}}}})",
                  network),
      "cluster");
  check(loaded, registry);
  loaded.throw_if_issues();
  return loaded.spec.cluster;
}

GpuCluster build_gpu_cluster(const ClusterSpec& spec, const Registry& registry) {
  GpuCluster built;
  built.platform = std::make_unique<const Platform>(build_platform(spec, registry));
  built.graph = std::make_unique<const ClusterGraph>(
      *built.platform, build_networks(spec, registry, *built.platform, 1));
  constexpr std::uint32_t kPairs = 1000;
  const NodeGraph& node = *built.graph->graph_of(0);
  const std::vector<DeviceIndex> gpus = node.of_kind(DeviceKind::gpu);
  for (std::uint32_t i = 0; i < kPairs; ++i) {
    const std::uint32_t from = i * 12;
    const std::uint32_t to = (from + 6007) % built.platform->node_count();
    const auto route = built.graph->route({from, gpus[i % 8]}, {to, gpus[i / 8 % 8]});
    ensure(route && route->links.size() > 4, "GPUs of two nodes meet over the network");
  }
  return built;
}

}  // namespace gpuscape::bench
