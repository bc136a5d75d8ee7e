#pragma once
/// What can be known of the jobs' sources without reading them.

#include "sim/scenario/load/loader.hpp"

namespace gpuscape {

/// Records every trace that is not there or is a folder.
void check_files(const ScenarioSpec& spec, ReadingContext& context);
/// Of all designs of the file.
void check_files(LoadedScenario& loaded);

/// Records dates that cannot be, and an end that is not later than its beginning. What they mean
/// shows the log.
void check_dates(const ScenarioSpec& spec, ReadingContext& context);

}  // namespace gpuscape
