#pragma once
/// jobs.csv and timeline.csv, read back. Written again they are the same bytes.

#include <list>
#include <string>

#include "sim/run/record/run_result.hpp"

namespace gpuscape {

/// Fills jobs, streams, classes, origins, nodes, waits and traffic of `run`, as far as the file
/// goes. Of a job that was preempted the parts in between have no dates. Throws ScenarioError with
/// the line at fault.
void read_saved_jobs(const std::string& file, RunResult& run);

/// Fills the timeline; `names` holds what its series are called and has to stay. Throws likewise.
void read_saved_timeline(const std::string& file, Timeline& timeline,
                         std::list<std::string>& names);

}  // namespace gpuscape
