#pragma once
/// A log as a file: our CSV, or the Standard Workload Format.

#include <cstdint>
#include <memory>
#include <string>

#include "sim/logs/job_log.hpp"
#include "sim/report/format/text_sink.hpp"
#include "sim/report/logs/anonymous_names.hpp"

namespace gpuscape {

struct JobLogOptions {
  std::shared_ptr<const AnonymousNames> names;  ///< null: names stay as they are
  bool renumber = false;        ///< ids 1, 2, … in the order of the rows; else the log's own
  std::int64_t processors = 0;  ///< MaxProcs of an SWF header; 0: the largest job's
};

/// What was written, and how a scenario reads it back.
struct WrittenLog {
  std::string trace;  ///< the "trace" section but for the file's name, as JSON without braces
  std::vector<std::string> notes;  ///< what the format does not hold
};

/// One row a job in order of submission. Columns: id, submit_s, run_time_s, gpus, and those of
/// cores, memory_mib, time_limit_s, start_s, user, account, partition, qos, job_name, state, after
/// that some job has. Dates are seconds since 1970 where the log knows it and no digit is lost,
/// else since the first submission. What is read back is equal to the table, bit by bit.
WrittenLog write_log_csv(const JobLog& log, const JobLogOptions& options, TextSink& sink);

/// The 18 columns of the Standard Workload Format 2.2, times rounded to seconds; users, groups (our
/// accounts), queues (QOS), partitions and executables (job names) as numbers by first appearance.
WrittenLog write_log_swf(const JobLog& log, const JobLogOptions& options, TextSink& sink);

}  // namespace gpuscape
