#pragma once
/// Transfers as activities of a Simulation's fluid system: every link of the route once.

#include <vector>

#include "sim/engine/simulation.hpp"
#include "sim/engine/transfer_network.hpp"

namespace gpuscape {

/// Completions go to the simulation's handler.
class FluidNetwork final : public TransferNetwork {
 public:
  /// Adds a resource for every link. The simulation must outlive this.
  FluidNetwork(Simulation& simulation, NetworkMap map);
  TransferId start(const Transfer& transfer) override;
  void cancel(TransferId id) override;

  /// Of a transfer that has not ended, now.
  [[nodiscard]] BytesPerSecond rate(TransferId id);
  /// Whether a link is full, now.
  [[nodiscard]] bool is_full(std::uint32_t link);

 private:
  Simulation& simulation_;
  NetworkMap map_;
  ResourceId first_link_ = 0;
  std::vector<std::uint32_t> route_;
  std::vector<Use> uses_;
};

}  // namespace gpuscape
