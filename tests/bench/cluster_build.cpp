#include "tests/bench/cluster_build.hpp"

#include <fmt/format.h>

#include <utility>

#include "sim/base/error.hpp"
#include "sim/model/check/check.hpp"
#include "tests/support/builtin_models.hpp"

namespace gpuscape::bench {

DesignSpec read_gpu_cluster(const char* network) {
  ReadingContext context;
  ScenarioSet set = ScenarioSet::of_text(
      fmt::format(R"({{"format": 1, "cluster": {{)"
                  R"("nodes": {{"gpu": {{"type": "dgx-h100", "count": 12500}}}},)"
                  R"("networks": {{"compute": {{"type": "{}", "switch": "nvidia-q3400"}}}}}},)"
                  R"("workload": {{"streams": {{"jobs": {{)"
                  R"("trace": {{"format": "swf", "file": "none.swf"}}}}}}}}}})",
                  network),
      "cluster", context, test::builtin_options());
  DesignSpec design = set.read({});
  context.throw_if_issues();
  return design;
}

std::shared_ptr<const Cluster> build_gpu_cluster(DesignSpec design, const Registry& registry) {
  ReadingContext context;
  const auto checked = check(design, {}, registry, context);
  context.throw_if_issues();
  const ClusterGraph& graph = checked->cluster->graph();
  constexpr std::uint32_t kPairs = 1000;
  const NodeGraph& node = *graph.graph_of(0);
  const std::vector<DeviceIndex> gpus = node.of_kind(DeviceKind::gpu);
  for (std::uint32_t i = 0; i < kPairs; ++i) {
    const std::uint32_t from = i * 12;
    const std::uint32_t to = (from + 6007) % graph.platform().node_count();
    const auto route = graph.route({from, gpus[i % 8]}, {to, gpus[i / 8 % 8]});
    ensure(route && route->links.size() > 4, "GPUs of two nodes meet over the network");
  }
  return checked->cluster;
}

}  // namespace gpuscape::bench
