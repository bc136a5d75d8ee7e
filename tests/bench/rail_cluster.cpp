#include "tests/bench/rail_cluster.hpp"

#include <memory>
#include <string_view>

#include "models/builtin_models.hpp"
#include "sim/model/built_cluster.hpp"
#include "sim/model/check.hpp"

namespace gpuscape::bench {

namespace {

constexpr std::string_view kScenario = R"({
  "format": 1,
  "cluster": {
    "nodes": { "dgx": { "type": "dgx-h100", "count": 128 } },
    "networks": { "compute": { "type": "rail-optimised", "link": "400 Gbit/s", "latency": "0 s",
                               "ports": 64, "path": "dst-mod-k" } } },
  "workload": { "streams": { "all": { "transfers": [ { "permutation": "random", "bytes": "1 B" } ] } } },
  "run": { "detail": "step" }
})";

BuiltCluster build() {
  Registry registry;
  register_builtin_models(registry);
  LoadedScenario loaded = load_scenario_text(kScenario, "rails.json");
  check(loaded, registry);
  loaded.throw_if_issues();
  return build_cluster(loaded.spec.cluster, registry);
}

}  // namespace

NetworkMap rail_cluster_map() {
  const auto cluster = std::make_shared<const BuiltCluster>(build());
  const ClusterGraph& graph = *cluster->graph;
  const std::vector<DeviceIndex> gpus = graph.graph_of(0)->of_kind(DeviceKind::gpu);
  NetworkMap map;
  map.nodes = graph.platform().node_count() * static_cast<std::uint32_t>(gpus.size());
  for (ClusterLink link = 0; link < graph.link_count(); ++link)
    map.links.push_back(graph.capacity(link));
  map.route = [cluster, gpus](std::uint32_t from, std::uint32_t to,
                              std::vector<std::uint32_t>& links) {
    const auto each = static_cast<std::uint32_t>(gpus.size());
    const auto route =
        cluster->graph->route({from / each, gpus[from % each]}, {to / each, gpus[to % each]});
    links.insert(links.end(), route->links.begin(), route->links.end());
  };
  return map;
}

}  // namespace gpuscape::bench
