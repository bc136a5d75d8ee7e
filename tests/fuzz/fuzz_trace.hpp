#pragma once
/// Shared by the targets that read a log: whatever the bytes are, a reader gives a report that adds
/// up, or refuses the input by one of the errors that users are shown.

#include <cstddef>
#include <cstdint>
#include <string>

#include "sim/base/error.hpp"
#include "sim/workload/formats/read_trace.hpp"
#include "sim/workload/text/byte_stream.hpp"

namespace gpuscape {

inline void check_jobs(const JobTable& table) {
  for (std::size_t i = 0; i < table.size(); ++i) {
    const Job job = table.job(i);
    ensure(job.submit >= Seconds(0.0) && job.submit < kForever, "a submit date is finite");
    ensure(job.run_time >= Seconds(0.0) && job.run_time < kForever, "a run time is finite");
    ensure(job.time_limit > Seconds(0.0), "a time limit is above zero");
    const Demand& demand = job.demand;
    ensure(demand.gpus >= 0 && demand.milli_cores >= 0 && demand.memory_mib >= 0,
           "a demand is not negative");
    ensure(demand.gpus > 0 || demand.milli_cores > 0, "a job asks for a GPU or for cores");
    ensure(i == 0 || table.job(i - 1).submit <= job.submit, "jobs are in order");
  }
}

inline void read_fuzzed_trace(const TraceSpec& spec, const std::uint8_t* data, std::size_t size) {
  try {
    const auto bytes = make_text_stream({reinterpret_cast<const char*>(data), size});
    JobTable table;
    const ReadReport report = read_trace(*bytes, spec, table);
    ensure(report.rows == report.jobs + report.dropped(), "every row is a job or dropped");
    ensure(report.jobs == static_cast<std::int64_t>(table.size()), "every job is in the table");
    check_jobs(table);
  } catch (const ScenarioError&) {
  }
}

}  // namespace gpuscape
