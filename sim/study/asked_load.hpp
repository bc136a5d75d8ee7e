#pragma once
/// The load that a scenario asks for, beside which the load that a run was offered is shown.

#include <cstdint>
#include <optional>

#include "sim/scenario/spec.hpp"

namespace gpuscape {

struct AskedLoad {
  double load = 0.0;      ///< of all streams together
  std::int64_t gpus = 0;  ///< of which it is a share
};

/// Nothing where a stream has no `load`, or where streams mean the load of different GPUs.
[[nodiscard]] std::optional<AskedLoad> asked_load(const ScenarioSpec& scenario);

}  // namespace gpuscape
