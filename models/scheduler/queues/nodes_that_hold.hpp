#pragma once
/// The nodes that hold all of a job.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "sim/platform/gang.hpp"
#include "sim/scheduling/job_rules.hpp"
#include "sim/scheduling/node_mask.hpp"

namespace gpuscape {

class NodesThatHold {
 public:
  void bind(const PolicyContext& context) {
    groups_ = context.platform.groups();
    own_ = context.own;
    nowhere_.emplace(context.platform);
  }

  /// A pool holds all of a job. Null: all nodes do; none: no node does. Valid as long as this is.
  [[nodiscard]] std::optional<const NodeMask*> of(const Demand& demand) const {
    std::vector<bool> whole;
    for (std::size_t group = 0; group < groups_.size(); ++group)
      whole.push_back(count(group, demand) > 0 &&
                      (groups_[group].pool || stays_whole(demand, groups_[group].capacity)));
    if (std::ranges::find(whole, true) == whole.end()) return std::nullopt;
    if (std::ranges::find(whole, false) == whole.end()) return nullptr;
    const auto [at, is_new] = of_groups_.try_emplace(whole, *nowhere_);
    for (std::size_t group = 0; is_new && group < groups_.size(); ++group)
      for (std::uint32_t node = 0; whole[group] && node < groups_[group].count; ++node)
        at->second.open(group, node);
    return &at->second;
  }
  /// Nodes of the group that the policy has and that are of the kind that the job asks for.
  [[nodiscard]] std::uint32_t count(std::size_t group, const Demand& demand) const {
    const NodeGroup& of = groups_[group];
    if (of.lends_only || !of.will_do(demand)) return 0;
    return own_ == nullptr ? of.count : own_->count(group);
  }
  [[nodiscard]] const std::vector<NodeGroup>& groups() const { return groups_; }
  [[nodiscard]] const NodeMask* nowhere() const { return &*nowhere_; }

 private:
  std::vector<NodeGroup> groups_;
  const NodeMask* own_ = nullptr;  // null: all nodes
  std::optional<NodeMask> nowhere_;
  mutable std::map<std::vector<bool>, NodeMask> of_groups_;  // open: all nodes of those groups
};

}  // namespace gpuscape
