#pragma once
/// What of a cluster changes during a run: which nodes are up, to which host each lent device is
/// attached, and what share of a link's capacity is left. The cluster itself is constant and shared
/// between runs; each run has a state of its own. Every change is an event with a date.

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/platform/cluster/cluster.hpp"

namespace gpuscape {

/// One change, at its date.
struct StateChange {
  enum class Kind : std::uint8_t {
    node_down,      ///< `node` is not to be used from now on
    node_up,        ///< it is again
    attach,         ///< `device` belongs to `node` from now on
    detach,         ///< it belongs to nobody
    link_capacity,  ///< `link` carries `factor` times its capacity from now on
  };
  Seconds date{0.0};
  Kind kind = Kind::node_down;
  std::uint32_t node = 0;  ///< over the platform
  Endpoint device = {};    ///< of a box that lends its devices
  ClusterLink link = 0;
  double factor = 1.0;  ///< 0 to 1
};

/// Where changes come from: failures, bursting, composition, degraded links.
class StateChanges {
 public:
  virtual ~StateChanges() = default;
  /// The next one, by dates that do not fall; nothing when there are no more.
  virtual std::optional<StateChange> next() = 0;
};

class ClusterState {
 public:
  /// All nodes up, nothing attached, every link at its capacity. The cluster must outlive it.
  explicit ClusterState(const Cluster& cluster);

  /// Throws InternalError where the change means no node, device or link of the cluster, or a
  /// device that is attached already. One that changes nothing leaves the epoch as it is.
  void apply(const StateChange& change);

  [[nodiscard]] bool is_up(std::uint32_t node) const { return !down_[node]; }
  [[nodiscard]] std::uint32_t nodes_up() const { return nodes_up_; }
  /// Of nodes that are up; a pool counts as one node.
  [[nodiscard]] std::int64_t gpus_up() const { return gpus_up_; }
  /// The node that a device is attached to; nothing where it is nobody's.
  [[nodiscard]] std::optional<std::uint32_t> host_of(Endpoint device) const;
  /// Share of a link's capacity that is left, 0 to 1.
  [[nodiscard]] double capacity_factor(ClusterLink link) const;
  /// What the link carries now.
  [[nodiscard]] BytesPerSecond capacity(ClusterLink link) const;
  /// How many changes there were: what was derived from the state is good for one epoch.
  [[nodiscard]] std::uint64_t epoch() const { return epoch_; }

 private:
  struct Attached {
    Endpoint device;
    std::uint32_t node = 0;
  };
  struct Reduced {
    ClusterLink link = 0;
    double factor = 1.0;
  };
  bool set_up(std::uint32_t node, bool up);
  bool attach(Endpoint device, std::uint32_t node);
  bool detach(Endpoint device);
  bool set_capacity(ClusterLink link, double factor);

  const Cluster* cluster_;
  std::vector<bool> down_;          // by node
  std::vector<Attached> attached_;  // few at a time
  std::vector<Reduced> reduced_;    // by rising link: few of many
  std::uint32_t nodes_up_ = 0;
  std::int64_t gpus_up_ = 0;
  std::uint64_t epoch_ = 0;
};

}  // namespace gpuscape
