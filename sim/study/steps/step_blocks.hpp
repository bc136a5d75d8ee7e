#pragma once
/// The rows of a run at `step` detail in one form, so that two designs can be held side by side.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/units/quantity.hpp"
#include "sim/run/transfers/transfer_result.hpp"

namespace gpuscape {

enum class BlockKind : std::uint8_t { transfer, collective, steps };

/// One size of a transfer or of a collective, or an application on one number of GPUs.
struct StepBlock {
  BlockKind kind = BlockKind::steps;
  std::string name = {};  ///< "googlenet on 4 GPUs from client/0"; no two of a run are alike
  std::string work = {};  ///< the same without the names of devices: what is done, not where
  std::optional<Seconds> time = {};  ///< of a transfer, a collective or one step; none: not ended
  std::optional<double> samples_per_s = {};  ///< of steps whose samples are known
  std::optional<Seconds> time_to_train = {};
  Seconds compute{0.0};  ///< of a step, without remote calls
  Seconds calls{0.0};    ///< what remote calls add to a step
  std::string bound_by = {};
  std::string basis = {};  ///< what its rate rests on
  /// Of a step's time: exchange and copies that computing does not hide, and others on the links;
  /// what rounding leaves is none.
  [[nodiscard]] Seconds rest() const;
};

/// "transfer", "collective", "steps".
std::string_view block_kind_name(BlockKind kind);

/// All rows of a run: transfers, collectives, steps, each in the order of the scenario.
std::vector<StepBlock> step_blocks(const TransferResult& result);

}  // namespace gpuscape
