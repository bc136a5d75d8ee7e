#pragma once
/// The ways of bytes through a cluster, as routes of a plan.

#include <map>
#include <string>
#include <variant>

#include "sim/model/transfers/transfer_plan.hpp"

namespace gpuscape {

/// Of one message on a part of its way.
[[nodiscard]] MessageCost cost_of(const TransferLeg& leg, Bytes message);
/// What a leg's links alone would carry with such a message, its transport's own bound included.
[[nodiscard]] BytesPerSecond rate_alone(const TransferLeg& leg, const MessageCost& cost,
                                        const ClusterGraph& graph);
/// The least that one should trust of what the legs rest on.
[[nodiscard]] std::string basis_of(const TransferWay& way);

/// Everything that a plan is made with must outlive it.
class TransferWays {
 public:
  TransferWays(const ScenarioSpec& spec, const ClusterGraph& graph, const Registry& registry,
               ReadingContext& context);

  [[nodiscard]] const TransportSet& transports() const { return transports_; }
  [[nodiscard]] std::variant<TransferWay, WayFault> way(Endpoint from, Endpoint to,
                                                        const NamedTransport* named) const {
    return chooser_.way(from, to, named);
  }
  /// Adds one for each leg, and where they are one pipeline a last one of all. The first's index.
  std::uint32_t add_routes(const TransferWay& way, TransferPlan& plan);
  /// Adds one of such links, of which those between nodes carry that share of payload.
  std::uint32_t add_route(std::vector<ClusterLink> links, double payload, TransferPlan& plan);
  /// Says in the plan what of each link is payload.
  void finish(TransferPlan& plan) const;

 private:
  std::vector<const NamedTransport*> network_transports(const ScenarioSpec& spec,
                                                        ReadingContext& context);
  [[nodiscard]] const NamedTransport* measured_transport(const std::string& id) const;

  const ClusterGraph& graph_;
  TransportSet transports_;
  TransportChooser chooser_;
  std::map<ClusterLink, double> payload_;
};

}  // namespace gpuscape
