#pragma once

#include <string>

#include "sim/study/metrics/study_result.hpp"

namespace gpuscape {

/// The cluster over time as an SVG picture: GPUs allocated with stranded ones and idle ones that a
/// waiting job could use on top of them, and
/// below them the jobs waiting; of replication 0. Needs no other file and no script.
std::string timeline_svg(const StudyResult& result);

/// Where pictures of a run end: soon after the last submission, since long tails of a few last jobs
/// would squeeze what is of interest; at the end where most of the GPU time lies behind that.
Seconds shown_until(const StudyResult& result);

}  // namespace gpuscape
