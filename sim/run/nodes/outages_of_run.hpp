#pragma once
/// What a run tells of nodes that were away.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/model/check/check.hpp"
#include "sim/run/nodes/node_outages.hpp"
#include "sim/run/record/run_result.hpp"

namespace gpuscape {

/// Maintenance, on the run's clock, which begins at `unix_origin`. `notes`: what was over before.
/// Throws ScenarioError where its dates are not the logs'.
std::vector<PlannedOutage> planned_outages(const CheckedScenario& checked, const Platform& platform,
                                           std::optional<Seconds> unix_origin,
                                           std::vector<std::string>& notes);
/// Failures of the scenario's nodes in that replication; null where nothing fails. `checked` must
/// outlive them.
std::unique_ptr<OutageSource> unforeseen_outages(const CheckedScenario& checked,
                                                 std::uint64_t replication);
/// Whether nodes can fail, or jobs save their work.
[[nodiscard]] bool may_lose_work(const ScenarioSpec& scenario);
/// Adds `gpus_up` to the timeline, what failed, and what was planned and came of it to the notes.
/// Nothing where no nodes can be away.
void add_outages(const NodeOutages& outages, const ScenarioSpec& scenario, RunResult& result);

}  // namespace gpuscape
