#pragma once
/// From a log as it was read to the jobs that a scenario wants of it.

#include <cstdint>

#include "sim/scenario/spec.hpp"
#include "sim/workload/job_table.hpp"
#include "sim/workload/read_report.hpp"
#include "sim/workload/stream_rules.hpp"

namespace gpuscape {

/// Applies `where`, `from` and `to`, then `scale`, to a table that was read and marked by `rules`.
/// What is left out or made is counted in the report, selectors that mean no job are named there.
/// Throws ScenarioError where a selector asks for what the log does not say, or no job is left.
void shape_log(const StreamSpec& stream, std::uint64_t seed, const StreamRules& rules,
               JobTable& table, ReadReport& report);

}  // namespace gpuscape
