#pragma once
/// The one model of a cluster that jobs and transfers share: its nodes, the networks between them,
/// and, for those who ask for routes, both as one graph. Built once and then constant: any number
/// of runs share it. What changes during a run is in a ClusterState.

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "sim/platform/cluster/cluster_graph.hpp"
#include "sim/platform/cluster/joined_networks.hpp"

namespace gpuscape {

class Cluster {
 public:
  /// `for_jobs` says over which network the jobs of a group exchange data; empty: of none.
  /// Placement takes the leaves of a group's network for those of its nodes.
  Cluster(Platform platform, std::vector<NamedNetwork> networks, NetworkOfGroup for_jobs = {});
  Cluster(const Cluster&) = delete;
  Cluster& operator=(const Cluster&) = delete;

  [[nodiscard]] const Platform& platform() const { return platform_; }
  /// In the scenario's order.
  [[nodiscard]] const std::vector<NamedNetwork>& networks() const { return networks_; }
  /// Index of the network over which the group's jobs exchange data.
  [[nodiscard]] std::optional<std::size_t> network_of(std::size_t group) const {
    return for_jobs_.empty() ? std::nullopt : for_jobs_[group];
  }
  /// What carries the data of all jobs: that network, or those of all groups joined. Null where
  /// there is none.
  [[nodiscard]] std::shared_ptr<const Network> network_for_jobs() const {
    return joined(networks_);
  }
  /// The same with its hashed paths as the draw has them.
  [[nodiscard]] std::shared_ptr<const Network> network_for_jobs(std::uint64_t seed,
                                                                std::uint64_t replication) const;
  /// Made when it is asked for first, by any thread. Throws InternalError where the cluster has
  /// more links than can be numbered.
  [[nodiscard]] const ClusterGraph& graph() const;

 private:
  [[nodiscard]] std::shared_ptr<const Network> joined(std::vector<NamedNetwork> networks) const;

  Platform platform_;
  std::vector<NamedNetwork> networks_;
  NetworkOfGroup for_jobs_;
  mutable std::once_flag graph_made_;
  mutable std::unique_ptr<const ClusterGraph> graph_;
};

}  // namespace gpuscape
