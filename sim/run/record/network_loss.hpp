#pragma once
/// What the network took of a job's time.

#include <algorithm>

#include "sim/run/record/run_result.hpp"

namespace gpuscape {

/// Time on nodes, all stays together.
inline Seconds time_on_nodes(const JobRecords& jobs, std::size_t job) {
  Seconds time{0.0};
  for (const Segment& segment : jobs.segments(job)) time += segment.end - segment.start;
  return time;
}

/// Of the time of a job that ended: sharing links with others, and longer routes than below one
/// switch. Without what it waited for input, calls and copies of lent GPUs, and attaching them.
inline Seconds lost_to_network(const RunResult& run, const TrafficRecord& record) {
  // Of a job on lent GPUs the slowdown holds calls and copies too, and it begins when it has them.
  const auto remote = run.remote.find(record.job);
  const RemoteCost cost = remote == run.remote.end() ? RemoteCost{} : remote->second;
  const Seconds ran = time_on_nodes(run.jobs, record.job) - cost.attach -
                      (run.input ? run.input->stall_of(record.job) : Seconds(0.0));
  return std::max(ran - ran / record.slowdown - cost.calls - cost.copies, Seconds(0.0));
}

}  // namespace gpuscape
