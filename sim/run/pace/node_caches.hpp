#pragma once
/// What stays in nodes of the datasets that jobs read there, until other data that stay need the
/// room: of those that no job on the node works with, the one goes that was used longest ago. What
/// is in a node's memory is lost with it.

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "sim/model/input_plan.hpp"
#include "sim/platform/platform.hpp"
#include "sim/run/record/input_result.hpp"
#include "sim/scheduling/free_nodes.hpp"

namespace gpuscape {

class NodeCaches {
 public:
  NodeCaches(const InputPlan& plan, const Platform& platform);

  [[nodiscard]] bool stays(std::size_t data) const { return of_[data].stays; }
  /// The node has what it keeps of that dataset, which stays.
  [[nodiscard]] bool holds(std::size_t data, std::uint32_t node) const {
    return of_[data].holders.held[node];
  }
  /// The nodes that have it; null: it does not stay.
  [[nodiscard]] const NodeFilter* holders(std::size_t data) const {
    return of_[data].stays ? &of_[data].holders : nullptr;
  }
  /// A job on the node begins to work with it, or ends to.
  void use(std::size_t data, std::uint32_t node);
  void leave(std::size_t data, std::uint32_t node);
  /// The node has read what it keeps: it stays there if there is room, or room can be made.
  void keep(std::size_t data, std::uint32_t node);
  /// They fail, or are taken away.
  void nodes_go(std::span<const std::uint32_t> nodes);
  /// A job that has read none of it before starts on so many nodes, of which so many have it.
  void count_start(std::size_t data, std::size_t nodes, std::size_t found);

  /// Of datasets that stay, in the plan's order.
  [[nodiscard]] std::vector<StayRecord> records() const;

 private:
  /// Nodes that have one dataset.
  struct Holders final : NodeFilter {
    Holders(const Platform& platform, std::uint32_t nodes) : held(nodes), platform_(&platform) {}
    [[nodiscard]] bool allows(std::size_t group, std::uint32_t node,
                              const Demand& share) const override;

    std::vector<bool> held;  // by node

   private:
    const Platform* platform_;
  };
  struct Data {
    bool stays = false;
    std::optional<std::size_t> place = {};  // a store in the nodes; none: their memory
    Bytes kept{0.0};
    Holders holders;
    StayRecord record = {};
  };
  struct Entry {
    std::size_t data = 0;
    std::uint64_t used = 0;  // larger: later
  };
  using Place = std::pair<std::optional<std::size_t>, std::uint32_t>;  // and node

  [[nodiscard]] Bytes room(const Place& place) const;
  [[nodiscard]] bool is_used(std::size_t data, std::uint32_t node) const {
    return users_.contains({data, node});
  }
  bool make_room(const Place& place, std::vector<Entry>& entries, Bytes needed);

  const InputPlan& plan_;
  const Platform& platform_;
  std::vector<Data> of_;  // by InputPlan::datasets; those that stay have nodes
  std::map<Place, std::vector<Entry>> entries_;
  std::map<std::pair<std::size_t, std::uint32_t>, std::int64_t> users_;  // by dataset and node
  std::uint64_t clock_ = 0;
};

}  // namespace gpuscape
