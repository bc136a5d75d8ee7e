#pragma once
/// The second half of reading a scenario: the models read their own parameters.

#include "sim/model/registry.hpp"
#include "sim/scenario/loader.hpp"

namespace gpuscape {

/// The index of the network that carries what jobs exchange: the only one, the one called
/// "compute", or the only one for that role; none where there is no such network.
[[nodiscard]] std::optional<std::size_t> network_for_traffic(const ScenarioSpec& spec);

/// True when a job of the stream may have data to exchange.
[[nodiscard]] bool exchanges_data(const StreamSpec& stream);

/// Builds every model that the scenario and its variants name, and records in `loaded.context` what
/// is wrong: dates that are none, unknown types, unknown or missing parameters, networks that do
/// not fit the cluster, a cluster beyond what this version holds. Completes `resolved` and
/// `defaulted` of the chosen spec with the models' defaults. Throws nothing; ask
/// `loaded.throw_if_issues()` afterwards.
void check(LoadedScenario& loaded, const Registry& registry);

/// Records every trace that is not there or is a folder.
void check_files(LoadedScenario& loaded);

}  // namespace gpuscape
