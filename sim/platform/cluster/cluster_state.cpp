#include "sim/platform/cluster/cluster_state.hpp"

#include <algorithm>

#include "sim/base/error.hpp"

namespace gpuscape {

ClusterState::ClusterState(const Cluster& cluster)
    : cluster_(&cluster),
      down_(cluster.platform().node_count(), false),
      nodes_up_(cluster.platform().node_count()),
      gpus_up_(cluster.platform().gpus_total()) {}

void ClusterState::apply(const StateChange& change) {
  bool changed = false;
  switch (change.kind) {
    case StateChange::Kind::node_down:
      changed = set_up(change.node, false);
      break;
    case StateChange::Kind::node_up:
      changed = set_up(change.node, true);
      break;
    case StateChange::Kind::attach:
      changed = attach(change.device, change.node);
      break;
    case StateChange::Kind::detach:
      changed = detach(change.device);
      break;
    case StateChange::Kind::link_capacity:
      changed = set_capacity(change.link, change.factor);
      break;
  }
  if (changed) ++epoch_;
}

bool ClusterState::set_up(std::uint32_t node, bool up) {
  ensure(node < down_.size(), "a change names a node of the cluster");
  if (down_[node] != up) return false;
  const Platform& platform = cluster_->platform();
  const std::int64_t gpus = platform.groups()[platform.group_of(node)].capacity.gpus;
  down_[node] = !up;
  nodes_up_ = up ? nodes_up_ + 1 : nodes_up_ - 1;
  gpus_up_ += up ? gpus : -gpus;
  return true;
}

bool ClusterState::attach(Endpoint device, std::uint32_t node) {
  ensure(node < down_.size() && device.node < down_.size(), "a change names nodes of the cluster");
  const NodeGraph* graph = cluster_->graph().graph_of(device.node);
  ensure(graph != nullptr && device.device < graph->devices().size(),
         "a change names a device of its node");
  ensure(!host_of(device), "a device is detached before it is attached again");
  attached_.push_back({device, node});
  return true;
}

bool ClusterState::detach(Endpoint device) {
  return std::erase_if(attached_,
                       [&](const Attached& one) { return one.device.is_device_of(device); }) > 0;
}

bool ClusterState::set_capacity(ClusterLink link, double factor) {
  ensure(link < cluster_->graph().link_count(), "a change names a link of the cluster");
  ensure(factor >= 0.0 && factor <= 1.0, "a link keeps a share of its capacity");
  if (capacity_factor(link) == factor) return false;
  const auto at = std::ranges::lower_bound(reduced_, link, {}, &Reduced::link);
  const bool is_known = at != reduced_.end() && at->link == link;
  if (factor == 1.0) {
    reduced_.erase(at);
  } else if (is_known) {
    at->factor = factor;
  } else {
    reduced_.insert(at, {link, factor});
  }
  return true;
}

std::optional<std::uint32_t> ClusterState::host_of(Endpoint device) const {
  const auto found = std::ranges::find_if(
      attached_, [&](const Attached& one) { return one.device.is_device_of(device); });
  if (found == attached_.end()) return std::nullopt;
  return found->node;
}

double ClusterState::capacity_factor(ClusterLink link) const {
  const auto at = std::ranges::lower_bound(reduced_, link, {}, &Reduced::link);
  return at != reduced_.end() && at->link == link ? at->factor : 1.0;
}

BytesPerSecond ClusterState::capacity(ClusterLink link) const {
  return cluster_->graph().capacity(link) * capacity_factor(link);
}

}  // namespace gpuscape
