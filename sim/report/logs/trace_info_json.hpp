#pragma once

#include <string>

#include "sim/logs/trace_info.hpp"

namespace gpuscape {

/// What a log holds, in SI units with the unit in the key; null for what the log does not tell.
std::string trace_info_json(const JobLog& log, const TraceInfo& info);

}  // namespace gpuscape
