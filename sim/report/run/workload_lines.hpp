#pragma once
/// Lines and JSON about where jobs came from and what they are: applications, sessions, parts of
/// logs, groups of a back-test, what closed streams get done.

#include <string>

#include "sim/base/json/json.hpp"
#include "sim/study/metrics/study_result.hpp"

namespace gpuscape {

/// Empty where no stream has rules.
std::string use_lines(const RunResult& run);
/// Empty where no stream is closed.
std::string throughput_line(const StudyResult& result);
/// The largest groups by GPU time; empty where there are not two.
std::string group_lines(const AsLogged& logged);
/// What of the logs is left out, each with its reason, before what could not be read.
std::string left_out_lines(const RunResult& run);

JsonValue use_json(const WorkloadUse& use);
JsonValue groups_json(const AsLogged& logged);

}  // namespace gpuscape
