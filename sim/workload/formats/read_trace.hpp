#pragma once
/// Reads a log into a job table, in any of the formats that trace_format.hpp lists; plain, gzip or
/// zstd.

#include <stop_token>

#include "sim/scenario/spec.hpp"
#include "sim/workload/formats/trace_format.hpp"
#include "sim/workload/job_table.hpp"
#include "sim/workload/read_report.hpp"
#include "sim/workload/text/byte_stream.hpp"

namespace gpuscape {

/// Reads the whole log into the empty `table` and finishes it; what was dropped, repaired or
/// assumed is in the report. Throws RunError when the file cannot be opened or breaks off (naming
/// the byte, and the rows read before), ScenarioError when it lacks a column or holds no usable
/// job, Interrupted where a stop is requested meanwhile.
ReadReport read_trace(const TraceSpec& spec, JobTable& table, std::stop_token stop = {});

/// The same from bytes that are already decompressed.
ReadReport read_trace(ByteStream& bytes, const TraceSpec& spec, JobTable& table);
/// The same, but for a log without a usable job.
ReadReport read_rows_of(ByteStream& bytes, const TraceSpec& spec, JobTable& table);
/// The same in a format that need not be in the list; `spec.format` is not looked at.
ReadReport read_rows_as(const TraceFormat& format, ByteStream& bytes, const TraceSpec& spec,
                        JobTable& table);
/// Throws the ScenarioError that says why a log has no job.
[[noreturn]] void refuse_without_jobs(const ReadReport& report);

}  // namespace gpuscape
