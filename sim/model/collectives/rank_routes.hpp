#pragma once
/// The ways between the ranks of a collective.

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "sim/model/collectives/ranks.hpp"
#include "sim/model/transfers/transfer_ways.hpp"

namespace gpuscape {

/// Between two ranks, as it is planned.
struct RankRoute {
  enum class Kind : unsigned char { nvlink, pcie, staged, network };
  Kind kind = Kind::pcie;
  std::uint32_t route = 0;                                        ///< of the plan
  BytesPerSecond bound{std::numeric_limits<double>::infinity()};  ///< of its transport
  double payload = 1.0;                                           ///< of links between nodes
};

/// Finds routes once each. Everything must outlive it.
class RankRoutes {
 public:
  /// `peer_access` false: GPUs of a node reach each other over PCIe by way of host memory.
  RankRoutes(const ClusterGraph& graph, const Ranks& ranks, TransferWays& ways, TransferPlan& plan,
             bool peer_access);

  /// Whether GPUs of one node reach each other over NVLink: all of them along such links.
  [[nodiscard]] bool by_nvlink() const { return by_nvlink_; }
  /// Whether a switch joins them: every one reaches every other one.
  [[nodiscard]] bool by_nvswitch() const { return by_nvswitch_; }
  /// Links of its own that a rank has to other ranks of its node: their capacities, by rank.
  [[nodiscard]] const std::vector<std::pair<std::uint32_t, BytesPerSecond>>& neighbours(
      std::uint32_t rank) const {
    return neighbours_[rank];
  }
  [[nodiscard]] std::uint32_t node(std::uint32_t rank) const { return ranks_.gpus[rank].node; }
  /// Nothing where no way leads there; `fault` says why.
  [[nodiscard]] const RankRoute* route(std::uint32_t from, std::uint32_t to);
  [[nodiscard]] const WayFault& fault() const { return fault_; }

 private:
  void look_within();
  [[nodiscard]] const NamedTransport* staged() const;
  [[nodiscard]] bool is_connected(std::uint32_t first, std::uint32_t size) const;
  [[nodiscard]] bool add(Endpoint from, Endpoint to, RankRoute& route);

  const ClusterGraph& graph_;
  const Ranks& ranks_;
  TransferWays& ways_;
  TransferPlan& plan_;
  bool peer_access_;
  bool by_nvlink_ = false;
  bool by_nvswitch_ = false;
  std::vector<std::vector<std::pair<std::uint32_t, BytesPerSecond>>> neighbours_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, RankRoute> routes_;
  WayFault fault_;
};

}  // namespace gpuscape
