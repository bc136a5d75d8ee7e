#pragma once
/// What steps at detail "step" pay for GPUs that a client uses from another node, as part of a
/// plan.

#include <string>
#include <string_view>
#include <vector>

#include "sim/model/access/local_copy.hpp"
#include "sim/model/gpu_access.hpp"
#include "sim/model/transfers/transfer_ways.hpp"
#include "sim/scenario/spec.hpp"

namespace gpuscape {

struct StepAccessFault {
  std::string_view key = {};  ///< of the entry
  std::string message = {};   ///< empty: nothing is wrong
  std::string hint = {};
};

/// All GPUs copy at once, each to itself first and then back. Everything must outlive it.
class StepAccess {
 public:
  /// `access`: null or without lending where every GPU is used in its own node.
  StepAccess(const GpuAccess* access, const ClusterGraph& graph, TransferWays& ways)
      : access_(access), graph_(graph), ways_(ways) {}

  /// Completes a step of which what is computed is known: calls and copies of those of its GPUs
  /// that are not in the client's own node.
  [[nodiscard]] StepAccessFault add(const StepsSpec& spec, const std::vector<Endpoint>& gpus,
                                    const StepCosts& costs, PlannedStep& step, TransferPlan& plan);

 private:
  /// A phase, and what of its links between nodes is payload.
  struct Part {
    TransferPhase phase;
    double payload = 1.0;
  };
  /// What copies of all GPUs take together, phase after phase.
  struct Together {
    Seconds time{0.0};
    std::string bound_by = {};
  };

  [[nodiscard]] StepAccessFault find_client(const StepsSpec& spec, Endpoint& client) const;
  [[nodiscard]] StepAccessFault refuse_gpus(Endpoint client,
                                            const std::vector<Endpoint>& remote) const;
  [[nodiscard]] std::vector<Part> parts_of(const TransferWay& way, const LocalCopy& local,
                                           Bytes bytes, TransferPlan& plan);
  [[nodiscard]] Part pipeline(const TransferWay& way, Bytes bytes) const;
  [[nodiscard]] Together together(const std::vector<std::vector<Part>>& copies,
                                  const TransferPlan& plan) const;

  const GpuAccess* access_;
  const ClusterGraph& graph_;
  TransferWays& ways_;
};

}  // namespace gpuscape
