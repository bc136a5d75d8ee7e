#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/model/check/check.hpp"
#include "sim/platform/lent_gpus.hpp"
#include "sim/platform/platform.hpp"

namespace gpuscape {

/// Whether a job could ever be placed: on a group of nodes, a span of groups or lent GPUs.
class FitsSomewhere {
 public:
  /// The platform must outlive it.
  explicit FitsSomewhere(const Platform& platform);
  [[nodiscard]] bool operator()(const Demand& demand) const;

 private:
  const Platform& platform_;
  std::optional<LentGpus> lent_;  // where GPUs are lent
};

/// What helps where no job fits.
std::string placement_hint(const std::vector<NodeGroup>& groups);

/// Adds a fault for each stream none of whose jobs any group of nodes could ever hold, as far as
/// the scenario itself says what they ask for. For `gpuscape check`: a run of it ends, with nothing
/// started.
void check_placement(const CheckedFile& file, ReadingContext& context);

}  // namespace gpuscape
