#pragma once
/// What the nodes of steps at detail "step" read from a store, as part of a plan.

#include <string>
#include <vector>

#include "sim/model/applications/step_reading.hpp"
#include "sim/model/collectives/ranks.hpp"
#include "sim/model/transfers/store_legs.hpp"

namespace gpuscape {

/// Everything must outlive it.
class StepReads {
 public:
  StepReads(const InputPlan& storage, const ClusterGraph& graph, TransferWays& ways)
      : storage_(storage), graph_(graph), ways_(ways), stores_(storage, graph, ways) {}

  /// Of a node, what comes to it: its part of a step, and whether to its GPUs.
  struct Node {
    std::uint32_t node = 0;
    double part = 1.0;                   ///< of all that a step reads
    std::vector<DeviceIndex> gpus = {};  ///< where bytes that go past memory end
  };
  /// Reads for the next step begin when a step begins. Of each node they come over all its
  /// adapters, as each can carry. Returns what is wrong; empty: nothing.
  [[nodiscard]] std::string add(const ApplicationSpec& of, const JobCosts& costs,
                                const StepCosts& step, const std::vector<Node>& nodes,
                                PlannedStep& planned, TransferPlan& plan);

 private:
  /// Where bytes end in a node, and which part of them.
  struct End {
    Endpoint device;
    double part = 1.0;
  };
  [[nodiscard]] std::vector<End> ends_of(const InputPlan::Store& store, const Node& node) const;
  void find_alone(const TransferPlan& plan, double wire_payload, PlannedReads& reads) const;

  const InputPlan& storage_;
  const ClusterGraph& graph_;
  TransferWays& ways_;
  StoreLegs stores_;
};

/// Each node by its GPUs.
[[nodiscard]] std::vector<StepReads::Node> readers_on(const Ranks& ranks);

}  // namespace gpuscape
