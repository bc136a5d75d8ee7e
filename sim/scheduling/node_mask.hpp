#pragma once
/// The nodes that are open to some jobs: a partition's, or those that a group owns.

#include <vector>

#include "sim/scheduling/free_nodes.hpp"

namespace gpuscape {

class NodeMask final : public NodeFilter {
 public:
  /// Opens none of the platform's nodes.
  explicit NodeMask(const Platform& platform) : open_(platform.groups().size()) {
    for (std::size_t group = 0; group < open_.size(); ++group)
      open_[group].resize(platform.groups()[group].count, false);
    count_.resize(open_.size(), 0);
  }

  /// Node numbers are within the group.
  void open(std::size_t group, std::uint32_t node) {
    if (!open_[group][node]) ++count_[group];
    open_[group][node] = true;
  }
  void close(std::size_t group, std::uint32_t node) {
    if (open_[group][node]) --count_[group];
    open_[group][node] = false;
  }
  /// Opens what is open in another mask of the platform.
  void add(const NodeMask& other) {
    for (std::size_t group = 0; group < open_.size(); ++group)
      for (std::uint32_t node = 0; node < open_[group].size(); ++node)
        if (other.open_[group][node]) open(group, node);
  }
  /// Closes what is open in another mask of the platform.
  void remove(const NodeMask& other) {
    for (std::size_t group = 0; group < open_.size(); ++group)
      for (std::uint32_t node = 0; node < open_[group].size(); ++node)
        if (other.open_[group][node]) close(group, node);
  }
  /// Opens what is closed and closes what is open.
  void invert() {
    for (std::size_t group = 0; group < open_.size(); ++group) {
      open_[group].flip();
      count_[group] = static_cast<std::uint32_t>(open_[group].size()) - count_[group];
    }
  }
  /// A mask of the same platform with nothing open.
  [[nodiscard]] NodeMask none_like() const {
    NodeMask none(*this);
    for (std::vector<bool>& nodes : none.open_) nodes.assign(nodes.size(), false);
    none.count_.assign(none.count_.size(), 0);
    return none;
  }
  [[nodiscard]] bool is_open(std::size_t group, std::uint32_t node) const {
    return open_[group][node];
  }
  /// How many nodes of the group are open.
  [[nodiscard]] std::uint32_t count(std::size_t group) const { return count_[group]; }
  /// The same of those from `begin` to before `end`.
  [[nodiscard]] std::uint32_t count(std::size_t group, std::uint32_t begin,
                                    std::uint32_t end) const {
    std::uint32_t open = 0;
    for (std::uint32_t node = begin; node < end; ++node) open += open_[group][node] ? 1U : 0U;
    return open;
  }
  /// True when some node is open in both.
  [[nodiscard]] bool meets(const NodeMask& other) const {
    for (std::size_t group = 0; group < open_.size(); ++group)
      for (std::uint32_t node = 0; node < open_[group].size(); ++node)
        if (open_[group][node] && other.open_[group][node]) return true;
    return false;
  }

  [[nodiscard]] bool allows(std::size_t group, std::uint32_t node,
                            const Demand& /*share*/) const override {
    return open_[group][node];
  }

 private:
  std::vector<std::vector<bool>> open_;  // [group][node]
  std::vector<std::uint32_t> count_;
};

/// Open in both filters; null ones allow everything.
class BothFilters final : public NodeFilter {
 public:
  BothFilters(const NodeFilter* first, const NodeFilter* second) : first_(first), second_(second) {}
  [[nodiscard]] bool allows(std::size_t group, std::uint32_t node,
                            const Demand& share) const override {
    return (first_ == nullptr || first_->allows(group, node, share)) &&
           (second_ == nullptr || second_->allows(group, node, share));
  }
  [[nodiscard]] bool allows_lent(std::size_t pool, std::uint32_t island,
                                 std::int64_t gpus) const override {
    return (first_ == nullptr || first_->allows_lent(pool, island, gpus)) &&
           (second_ == nullptr || second_->allows_lent(pool, island, gpus));
  }

 private:
  const NodeFilter* first_;
  const NodeFilter* second_;
};

}  // namespace gpuscape
