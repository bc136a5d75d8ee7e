#include "sim/platform/cluster.hpp"

#include <cstdint>
#include <utility>

namespace gpuscape {

namespace {

/// The platform with the leaves below which placement finds nodes together.
Platform with_leaves(Platform platform, const Network* network) {
  if (network == nullptr) return platform;
  std::vector<std::uint32_t> first_host;
  first_host.reserve(platform.groups().size());
  for (std::size_t i = 0; i < platform.groups().size(); ++i)
    first_host.push_back(network->host_number(platform.first_node(i)));
  platform.set_hosts_per_leaf(network->hosts_per_leaf(), std::move(first_host));
  return platform;
}

}  // namespace

Cluster::Cluster(Platform platform, std::vector<NamedNetwork> networks,
                 std::optional<std::size_t> for_jobs)
    : platform_(
          with_leaves(std::move(platform), for_jobs ? networks[*for_jobs].network.get() : nullptr)),
      networks_(std::move(networks)),
      for_jobs_(for_jobs) {}

std::shared_ptr<const Network> Cluster::network_for_jobs(std::uint64_t seed,
                                                         std::uint64_t replication) const {
  if (!for_jobs_) return nullptr;
  const NamedNetwork& named = networks_[*for_jobs_];
  std::shared_ptr<const Network> drawn =
      named.network->drawn({.seed = seed, .replication = replication, .network = named.name});
  return drawn ? drawn : named.network;
}

const ClusterGraph& Cluster::graph() const {
  std::call_once(graph_made_,
                 [this] { graph_ = std::make_unique<const ClusterGraph>(platform_, networks_); });
  return *graph_;
}

}  // namespace gpuscape
