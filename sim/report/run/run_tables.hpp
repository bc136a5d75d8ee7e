#pragma once
/// The tables of a run. Numbers are SI, in the shortest form that reads back equal; a cell is empty
/// where there is nothing to say; cells are quoted as in RFC 4180 where they must be.

#include "sim/report/format/text_sink.hpp"
#include "sim/run/record/run_result.hpp"

namespace gpuscape {

/// The columns of job_columns() that the run has; jobs in order of submission.
void write_jobs_csv(const RunResult& run, TextSink& sink);

/// time_s (start of the interval), then the series of the timeline: means over the interval.
void write_timeline_csv(const RunResult& run, TextSink& sink);

}  // namespace gpuscape
