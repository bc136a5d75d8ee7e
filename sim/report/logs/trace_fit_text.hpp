#pragma once
/// How like a log its fitted generator is, for a terminal and for programs.

#include <string>

#include "sim/base/json/json.hpp"
#include "sim/logs/fit_trace.hpp"

namespace gpuscape {

std::string trace_fit_text(const JobLog& log, const TraceFit& fit);

/// The same figures in SI units, and the generator under "scenario".
std::string trace_fit_json(const JobLog& log, const TraceFit& fit, const JsonValue& scenario);

}  // namespace gpuscape
