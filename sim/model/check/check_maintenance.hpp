#pragma once
/// Planned maintenance of a scenario, as nodes of its platform.

#include <optional>
#include <vector>

#include "sim/fields/reading_context.hpp"
#include "sim/platform/planned_outage.hpp"
#include "sim/platform/platform.hpp"
#include "sim/scenario/spec.hpp"

namespace gpuscape {

/// What a scenario plans, before its logs are read.
struct PlannedMaintenance {
  std::vector<PlannedOutage> outages = {};  ///< by date; none where any date is a calendar's
  bool by_calendar = false;                 ///< logs have to say when the run begins
};

/// Unknown nodes, a node that is in two at a time, dates that are none, and nodes that cannot be
/// taken away go to the context.
PlannedMaintenance check_maintenance(const ScenarioSpec& spec, const Platform& platform,
                                     ReadingContext& context);

/// The same by date, where calendars are used: `unix_origin` is the run's first second since 1970.
/// What is over before the run begins is left out and told to `notes`. Throws ScenarioError where
/// the logs know no such date, or a node is in two at a time.
std::vector<PlannedOutage> outages_by_calendar(const ScenarioSpec& spec, const Platform& platform,
                                               std::optional<Seconds> unix_origin,
                                               std::vector<std::string>& notes);

}  // namespace gpuscape
