#pragma once
/// What is said of a run in which no job started: there is nothing else to report.

#include <string>

#include "sim/study/metrics/study_result.hpp"

namespace gpuscape {

/// One phrase: "none of 12 jobs started: they ask for 1 GPU or more, and the largest group has
/// none".
std::string nothing_started_text(const StudyResult& result);
/// The same for the text report, with what the jobs ask for and what the largest group has.
std::string nothing_started_lines(const StudyResult& result);

}  // namespace gpuscape
