#include "sim/platform/cluster/cluster.hpp"

#include <cstdint>
#include <utility>

namespace gpuscape {

namespace {

/// The platform with the leaves below which placement finds nodes together.
Platform with_leaves(Platform platform, const std::vector<NamedNetwork>& networks,
                     const NetworkOfGroup& for_jobs) {
  for (std::size_t i = 0; i < for_jobs.size(); ++i) {
    const std::optional<std::size_t> of = for_jobs[i];
    if (!of) continue;
    const Network& network = *networks[*of].network;
    platform.set_leaves(i, {.first_node = network.host_number(platform.first_node(i)),
                            .hosts_per_leaf = network.hosts_per_leaf()});
  }
  return platform;
}

}  // namespace

Cluster::Cluster(Platform platform, std::vector<NamedNetwork> networks, NetworkOfGroup for_jobs)
    : platform_(with_leaves(std::move(platform), networks, for_jobs)),
      networks_(std::move(networks)),
      for_jobs_(std::move(for_jobs)) {}

/// Without those over which no jobs exchange data: their links carry nothing.
std::shared_ptr<const Network> Cluster::joined(std::vector<NamedNetwork> networks) const {
  std::vector<NamedNetwork> used;
  std::vector<std::optional<std::size_t>> number(networks.size());  // into `used`
  NetworkOfGroup of_group(for_jobs_.size());
  for (std::size_t i = 0; i < for_jobs_.size(); ++i) {
    const std::optional<std::size_t> of = for_jobs_[i];
    if (!of) continue;
    if (!number[*of]) {
      number[*of] = used.size();
      used.push_back(networks[*of]);
    }
    of_group[i] = number[*of];
  }
  if (used.size() < 2) return used.empty() ? nullptr : used.front().network;
  return std::make_shared<const JoinedNetworks>(platform_, std::move(used), std::move(of_group));
}

std::shared_ptr<const Network> Cluster::network_for_jobs(std::uint64_t seed,
                                                         std::uint64_t replication) const {
  std::vector<NamedNetwork> networks = networks_;
  for (NamedNetwork& of : networks) {
    const PathDraw draw{.seed = seed, .replication = replication, .network = of.name};
    if (std::shared_ptr<const Network> drawn = of.network->drawn(draw)) of.network = drawn;
  }
  return joined(std::move(networks));
}

const ClusterGraph& Cluster::graph() const {
  std::call_once(graph_made_,
                 [this] { graph_ = std::make_unique<const ClusterGraph>(platform_, networks_); });
  return *graph_;
}

}  // namespace gpuscape
