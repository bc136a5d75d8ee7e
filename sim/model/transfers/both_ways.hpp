#pragma once
/// What transfers that use both directions of a link share.
///   PCIe: twice what one direction attains × its transport's share (Transport's `both_ways`)
///   host memory: what it carries in one direction, as reads and writes are on the same wires
/// Collectives are not among them: what their libraries attain of PCIe was measured on rings, which
/// use both directions.

#include <map>

#include "sim/model/transfers/transfer_ways.hpp"

namespace gpuscape {

class BothWays {
 public:
  /// The graph must outlive it.
  explicit BothWays(const ClusterGraph& graph) : graph_(graph) {}

  /// Of a way whose legs are the plan's routes from `first` on, and all of them one more, for so
  /// many transfers at once.
  void add(const TransferWay& way, std::uint32_t first, std::int64_t concurrent);
  /// Adds a link to the plan for each of which both directions are used and which all that is on it
  /// could fill, and to the routes on it.
  void finish(TransferPlan& plan) const;

 private:
  /// One direction of a link of a node.
  struct Use {
    std::vector<std::uint32_t> routes = {};
    BytesPerSecond attained{0.0};  ///< the most that one of them carries alone
    BytesPerSecond wanted{0.0};    ///< by all of them, each as alone
    double share = 1.0;            ///< the least of theirs
  };
  void add(ClusterLink link, const TransferLeg& leg, const MessageCost& cost, std::uint32_t route,
           double transfers);
  [[nodiscard]] ClusterLink opposite(ClusterLink link) const;

  const ClusterGraph& graph_;
  std::map<ClusterLink, Use> uses_;
};

}  // namespace gpuscape
