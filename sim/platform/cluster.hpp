#pragma once
/// The one model of a cluster that jobs and transfers share: its nodes, the networks between them,
/// and, for those who ask for routes, both as one graph. Built once and then constant: any number
/// of runs share it. What changes during a run is in a ClusterState.

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "sim/platform/cluster_graph.hpp"

namespace gpuscape {

class Cluster {
 public:
  /// `for_jobs` is the index of the network over which jobs exchange data; none: they do not.
  /// Placement takes the leaves of that network for those of the platform.
  Cluster(Platform platform, std::vector<NamedNetwork> networks,
          std::optional<std::size_t> for_jobs = {});
  Cluster(const Cluster&) = delete;
  Cluster& operator=(const Cluster&) = delete;

  [[nodiscard]] const Platform& platform() const { return platform_; }
  /// In the scenario's order.
  [[nodiscard]] const std::vector<NamedNetwork>& networks() const { return networks_; }
  /// Null where there is none.
  [[nodiscard]] const NamedNetwork* network_for_jobs() const {
    return for_jobs_ ? &networks_[*for_jobs_] : nullptr;
  }
  /// That network with its hashed paths as the draw has them; itself where no path is drawn. Null
  /// where there is none.
  [[nodiscard]] std::shared_ptr<const Network> network_for_jobs(std::uint64_t seed,
                                                                std::uint64_t replication) const;
  /// Made when it is asked for first, by any thread. Throws InternalError where the cluster has
  /// more links than can be numbered.
  [[nodiscard]] const ClusterGraph& graph() const;

 private:
  Platform platform_;
  std::vector<NamedNetwork> networks_;
  std::optional<std::size_t> for_jobs_;
  mutable std::once_flag graph_made_;
  mutable std::unique_ptr<const ClusterGraph> graph_;
};

}  // namespace gpuscape
