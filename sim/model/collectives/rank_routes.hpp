#pragma once
/// The ways between the ranks of a collective.

#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sim/model/collective.hpp"
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
  Seconds latency{0.0};  ///< of a small message, between nodes: the library's plug-in in it
  Seconds post{0.0};     ///< between nodes: CPU time of a small message's sender
  bool in_order = true;  ///< between nodes: bytes arrive as they were written
};

/// Between nodes, as a collective's hops have it.
struct NetworkMessage {
  Seconds latency{0.0};
  Seconds post{0.0};
  bool in_order = true;
};

/// What GPUs of a node may use of what joins them.
struct PeerRules {
  bool peer_access = true;  ///< false: over PCIe they go by way of host memory
  bool nvlink = true;
};

/// Finds routes once each. Everything must outlive it.
class RankRoutes {
 public:
  RankRoutes(const ClusterGraph& graph, const Ranks& ranks, TransferWays& ways, TransferPlan& plan,
             PeerRules peers);

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
  /// By that lane of the sender; without one, by the receiver's number. Nothing where no way leads
  /// there; `fault` says why.
  [[nodiscard]] const RankRoute* route(std::uint32_t from, std::uint32_t to,
                                       std::optional<std::uint32_t> lane = {});
  /// That of a route of the plan, which `route` has added.
  [[nodiscard]] const RankRoute& of_plan(std::uint32_t route) const { return *by_plan_.at(route); }
  /// By node: its adapters alike, each by the ranks that are nearest to it.
  [[nodiscard]] const std::vector<std::vector<CollectiveExit>>& exits() const { return exits_; }
  /// The fewest adapters by which ranks leave a node; 0 within one.
  [[nodiscard]] std::uint32_t adapters() const { return adapters_; }
  /// A small message from each rank that leaves its node to the one of the next node, the longest;
  /// none within one node, or where no way leads there.
  [[nodiscard]] NetworkMessage message();
  /// A message from the first rank to the next one as that transport carries it, over NVLink;
  /// nothing where it does not.
  [[nodiscard]] std::optional<CollectiveMessage> message_by(std::string_view transport) const;
  [[nodiscard]] const WayFault& fault() const { return fault_; }

 private:
  void look_within();
  void look_across();
  void add_exits(std::size_t network, std::uint32_t first, std::uint32_t size);
  [[nodiscard]] const NamedTransport* staged() const;
  [[nodiscard]] bool is_connected(std::uint32_t first, std::uint32_t size) const;
  [[nodiscard]] bool add(Endpoint from, Endpoint to, RankRoute& route);
  static void add_leg(const TransferLeg& leg, RankRoute& route);
  [[nodiscard]] bool add_within(Endpoint from, Endpoint to, RankRoute& route);
  [[nodiscard]] std::optional<std::uint32_t> lane_of(std::uint32_t from, std::uint32_t to,
                                                     std::optional<std::uint32_t> lane) const;

  const ClusterGraph& graph_;
  const Ranks& ranks_;
  TransferWays& ways_;
  TransferPlan& plan_;
  PeerRules peers_;
  bool by_nvlink_ = false;
  bool by_nvswitch_ = false;
  std::vector<std::vector<std::pair<std::uint32_t, BytesPerSecond>>> neighbours_;
  /// By sender, receiver and lane.
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, RankRoute> routes_;
  std::unordered_map<std::uint32_t, const RankRoute*> by_plan_;  // for look-ups alone
  std::vector<std::vector<DeviceIndex>> near_;  // adapters of each rank; none within one node
  std::vector<std::vector<CollectiveExit>> exits_;
  std::uint32_t adapters_ = 0;
  WayFault fault_;
};

}  // namespace gpuscape
