#pragma once

#include "cli/trace_command.hpp"
#include "sim/logs/job_log.hpp"

namespace gpuscape {

/// The jobs of the log or scenario that the command line names. Throws ScenarioError or RunError.
JobLog trace_input(const TraceOptions& options, const Registry& registry);

}  // namespace gpuscape
