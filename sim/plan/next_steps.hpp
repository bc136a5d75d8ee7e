#pragma once
/// What can be bought for a design, or set on it, one step after the other.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sim/model/check/check.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {

/// What a design has after some steps.
struct Rung {
  std::string to = {};
  std::vector<std::string> sets = {};  ///< as Design::sets
};

/// Steps of one thing, such as nodes of a group.
struct StepLadder {
  std::string what = {};    ///< "nodes of gpu"
  std::string from = {};    ///< what the design has
  bool is_setting = false;  ///< nothing is bought, and there is one step
  /// After so many steps, from 1; none: there are not as many.
  std::function<std::optional<Rung>(std::int64_t)> at = nullptr;
};

/// Nodes of each group, spare nodes where some stand aside, machines and drives of storages,
/// uplinks of oversubscribed leaves; adapters of hosts on a PCIe fabric; other backfills and
/// placements; a tenth of the GPUs of one account's limit for another one.
std::vector<StepLadder> ladders_of(const CheckedScenario& scenario, const Registry& registry);

}  // namespace gpuscape
