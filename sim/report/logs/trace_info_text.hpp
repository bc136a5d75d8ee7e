#pragma once
/// What a log holds, for a terminal.

#include <string>
#include <string_view>

#include "sim/logs/trace_info.hpp"

namespace gpuscape {

/// "completed", "timed_out": as in JSON; with spaces in text.
std::string_view logged_state_name(LoggedState state);

/// "3–4", or "1" alone.
std::string size_text(std::int32_t from, std::int32_t to);

std::string trace_info_text(const JobLog& log, const TraceInfo& info);

}  // namespace gpuscape
