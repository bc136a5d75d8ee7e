#pragma once

#include <string>

#include "sim/logs/trace_info.hpp"

namespace gpuscape {

/// A picture of what a log holds: arrivals by hour and weekday, run times by size, GPUs over time.
std::string trace_info_svg(const JobLog& log, const TraceInfo& info);

}  // namespace gpuscape
