#include "tests/bench/rail_cluster.hpp"

#include <memory>
#include <string_view>
#include <vector>

#include "models/builtin_models.hpp"
#include "sim/base/error.hpp"
#include "sim/model/check/check.hpp"
#include "tests/support/builtin_models.hpp"

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

std::shared_ptr<const Cluster> build() {
  Registry registry;
  register_builtin_models(registry);
  LoadedScenario loaded = test::load_text(kScenario, "rails.json");
  const auto checked = check(loaded, registry);
  loaded.throw_if_issues();
  return checked->chosen.cluster;
}

/// The cluster's own routes, of which the parts inside nodes are looked up once: a run of transfers
/// asks for its routes before it begins, and what is timed here is what follows.
struct RailCluster {
  struct Gpu {
    Endpoint end;
    Port port;
    std::vector<ClusterLink> out;  // to its adapter
    std::vector<ClusterLink> in;   // from it
  };

  RailCluster() {
    const ClusterGraph& graph = built->graph();
    const std::vector<DeviceIndex> devices = graph.graph_of(0)->of_kind(DeviceKind::gpu);
    for (std::uint32_t node = 0; node < graph.platform().node_count(); ++node)
      for (std::uint32_t i = 0; i < devices.size(); ++i) {
        Gpu& gpu = gpus.emplace_back(Gpu{{node, devices[i]}, {node, i}, {}, {}});
        const Endpoint other{node == 0 ? 1U : 0U, devices[i]};
        gpu.out = inside(*graph.route(gpu.end, other), node);
        gpu.in = inside(*graph.route(other, gpu.end), node);
      }
    check_against(graph);
  }

  void route(std::uint32_t from, std::uint32_t to, std::vector<std::uint32_t>& links) const {
    const Gpu& a = gpus[from];
    const Gpu& b = gpus[to];
    if (a.end.node == b.end.node) {
      const auto within = built->graph().route(a.end, b.end);
      links.insert(links.end(), within->links.begin(), within->links.end());
      return;
    }
    links.insert(links.end(), a.out.begin(), a.out.end());
    const std::size_t begin = links.size();
    built->graph().networks().front().network->route(a.port, b.port, links);
    for (std::size_t i = begin; i < links.size(); ++i) links[i] += first_of_network;
    links.insert(links.end(), b.in.begin(), b.in.end());
  }

  std::shared_ptr<const Cluster> built = build();
  ClusterLink first_of_network =
      built->graph().link_count() - built->graph().networks().front().network->link_count();
  std::vector<Gpu> gpus;

 private:
  [[nodiscard]] std::vector<ClusterLink> inside(const ClusterRoute& route,
                                                std::uint32_t node) const {
    const ClusterLink each = first_of_network / built->graph().platform().node_count();
    std::vector<ClusterLink> links;
    for (const ClusterLink link : route.links)
      if (link < first_of_network && link / each == node) links.push_back(link);
    return links;
  }

  /// Of every GPU one route must be the cluster's.
  void check_against(const ClusterGraph& graph) const {
    for (std::uint32_t from = 0; from < gpus.size(); ++from) {
      const std::uint32_t to = (from * 613 + 97) % static_cast<std::uint32_t>(gpus.size());
      if (from == to) continue;
      std::vector<std::uint32_t> links;
      route(from, to, links);
      ensure(links == graph.route(gpus[from].end, gpus[to].end)->links,
             "routes put together are the cluster's own");
    }
  }
};

}  // namespace

NetworkMap rail_cluster_map() {
  const auto cluster = std::make_shared<const RailCluster>();
  const ClusterGraph& graph = cluster->built->graph();
  NetworkMap map;
  map.nodes = static_cast<std::uint32_t>(cluster->gpus.size());
  for (ClusterLink link = 0; link < graph.link_count(); ++link)
    map.links.push_back(graph.capacity(link));
  map.route = [cluster](std::uint32_t from, std::uint32_t to, std::vector<std::uint32_t>& links) {
    cluster->route(from, to, links);
  };
  return map;
}

}  // namespace gpuscape::bench
