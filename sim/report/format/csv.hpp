#pragma once
/// The tables of a run. Numbers are SI, in the shortest form that reads back equal; a cell is empty
/// where there is nothing to say; cells are quoted as in RFC 4180 where they must be.

#include <string>
#include <string_view>

#include "sim/report/format/text_sink.hpp"
#include "sim/run/record/run_result.hpp"

namespace gpuscape {

/// "no_whole_node", as jobs.csv and result.json call it.
std::string_view wait_reason_name(WaitReason reason);

/// A cell, quoted where it holds a comma, a quote or a line end. A text that a spreadsheet would
/// take for a formula is led by an apostrophe.
std::string csv_cell(std::string_view text);

/// job, stream, submit_s, start_s, end_s, wait_s, gpus, state, placement; jobs in order of
/// submission. A placement is `gpu/3:8+gpu/4:8`: node and GPUs; a pool has its name alone.
void write_jobs_csv(const RunResult& run, TextSink& sink);

/// time_s (start of the interval), then means over the interval: gpus_allocated, gpus_stranded,
/// gpus_idle_queued, jobs_waiting, jobs_running.
void write_timeline_csv(const RunResult& run, TextSink& sink);

/// "waiting", "running", "completed", "timed_out", "never_fits".
std::string_view state_name(JobState state);

}  // namespace gpuscape
