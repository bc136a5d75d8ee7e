#pragma once
/// The transfers of a scenario, ready to run: delays, flows, their links and what bounds each.

#include <string>
#include <vector>

#include "sim/model/transfers/plan_footprint.hpp"
#include "sim/model/transfers/transport_choice.hpp"
#include "sim/scenario/spec.hpp"

namespace gpuscape {

/// A delay, then a flow.
struct TransferPhase {
  Seconds delay{0.0};
  std::uint32_t route = 0;  ///< index into TransferPlan::routes
  Bytes bytes{0.0};
  BytesPerSecond bound{std::numeric_limits<double>::infinity()};
  RateLimit limit = RateLimit::links;  ///< what makes the bound
};

/// All messages of one size.
struct PlannedSize {
  Bytes message{0.0};
  Seconds latency{0.0};        ///< the delays of all phases
  bool outside_range = false;  ///< something that it rests on was measured at other sizes alone
  std::vector<TransferPhase> phases;
};

struct PlannedTransfer {
  Endpoint from;
  Endpoint to;
  std::string transport;
  /// What its transports' numbers rest on, the weakest of them: "measured", "vendor", "guess", …;
  /// empty where they have none.
  std::string basis = {};
  PathClass path = PathClass::same;
  Seconds start{0.0};
  std::int64_t concurrent = 1;
  std::int64_t in_flight = 1;
  std::int64_t messages = 1;
  std::vector<PlannedSize> sizes;
};

struct TransferPlan {
  /// Links by route, none twice. Those of one route share a link of the network as if its capacity
  /// were payload.
  std::vector<std::vector<ClusterLink>> routes;
  /// Of links between nodes: the least share that any transport on it leaves for payload.
  std::vector<std::pair<ClusterLink, double>> payload_share;  ///< by rising link
  std::vector<PlannedTransfer> transfers;
  PlanFootprint footprint;
};

/// Plans all transfers of a scenario; what is wrong goes to the context, and that transfer is left
/// out. The rest of the scenario must have passed `check`.
TransferPlan plan_transfers(const ScenarioSpec& spec, const ClusterGraph& graph,
                            const Registry& registry, ReadingContext& context);

/// The most transfers, `concurrent` counted, that a run takes.
inline constexpr std::int64_t kMostTransfers = 2'000'000;

}  // namespace gpuscape
