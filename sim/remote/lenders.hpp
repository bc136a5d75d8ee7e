#pragma once
/// Who could lend GPUs in a scenario, and patches that its designs with lent GPUs have in common.

#include <cstdint>
#include <string>
#include <vector>

#include "sim/model/check/check.hpp"

namespace gpuscape {

/// What lends GPUs, and names that are free.
struct Lenders {
  std::vector<const NodeGroup*> groups;
  std::int64_t nodes = 0;
  std::int32_t most_gpus = 0;  ///< of a node
  std::string client = "client";
  std::string network = "lending";
};

/// All groups of nodes of whose GPUs it is known where they are. Throws ScenarioError where there
/// is none. The scenario must outlive it.
[[nodiscard]] Lenders find_lenders(const CheckedScenario& local);

/// From text that this program makes.
[[nodiscard]] JsonValue remote_patch(const std::string& text);

/// Leaves out what could not go with other nodes: prices, objectives, failures, maintenance; where
/// steps alone are priced, the scheduler too.
[[nodiscard]] JsonValue patch_to_jobs_alone(const CheckedScenario& local, bool steps_alone);

[[nodiscard]] JsonValue patch_without_networks(const CheckedScenario& local);

}  // namespace gpuscape
