#pragma once
/// What lent GPUs are compared with: the same jobs on GPUs in their own nodes.

#include <string>

#include "sim/base/error.hpp"
#include "sim/catalog/catalog.hpp"
#include "sim/session/open_scenario.hpp"

namespace gpuscape {

struct RemoteReference {
  Design design;
  CheckedScenario scenario;  ///< no GPUs are lent in it
};

/// The design that is asked for; where it lends GPUs, with each of them in its own node. Throws
/// ScenarioError where it has faults or no jobs, or where no job could use its GPUs then.
[[nodiscard]] RemoteReference open_remote_reference(const ScenarioSource& source,
                                                    const Design& asked, const Registry& registry);

/// With the folders of parts that the scenario names.
[[nodiscard]] Catalog remote_catalog(const ScenarioSource& source);

/// With the place of what the pointer leads to.
[[nodiscard]] ScenarioError remote_fault(const ScenarioSpec& scenario, std::string pointer,
                                         std::string message, std::string hint);

}  // namespace gpuscape
