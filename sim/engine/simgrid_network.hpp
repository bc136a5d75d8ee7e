#pragma once
/// The same transfers in SimGrid's own network model: the referee of ours. This header includes
/// nothing of SimGrid.

#include <cstdint>
#include <functional>
#include <memory>

#include "sim/engine/transfer_network.hpp"

namespace gpuscape {

/// CM02: pure max-min sharing, what ours must equal. LV08: the same with 97 % of the bandwidth.
enum class SimGridModel { cm02, lv08 };

struct SimGridOptions {
  SimGridModel model = SimGridModel::cm02;
  /// Dates closer than this, in s, are one to SimGrid. Its default is 1e-5.
  Seconds precision{1e-5};
};

/// SimGrid allows one engine per process, from one thread: make one of these and no other user of
/// SimGrid in a process. Nothing unchecked may reach it: its assertions end the process.
class SimGridNetwork final : public TransferNetwork {
 public:
  /// Called with the token of each completed transfer; may start and cancel transfers.
  using OnCompletion = std::function<void(std::uint32_t token)>;

  SimGridNetwork(NetworkMap map, SimGridOptions options, OnCompletion on_completion);
  ~SimGridNetwork() override;
  SimGridNetwork(const SimGridNetwork&) = delete;
  SimGridNetwork& operator=(const SimGridNetwork&) = delete;

  TransferId start(const Transfer& transfer) override;
  void cancel(TransferId id) override;
  /// Calls `due` at `date`, which is not before now().
  void at(Seconds date, std::function<void()> due);
  /// Runs until no transfer is left and nothing is due.
  void run();
  [[nodiscard]] Seconds now() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace gpuscape
