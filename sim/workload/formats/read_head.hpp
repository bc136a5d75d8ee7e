#pragma once
/// The beginning of a log, read as a run would read all of it: what `check` looks at.

#include <string>
#include <vector>

#include "sim/base/error.hpp"
#include "sim/scenario/spec.hpp"
#include "sim/workload/job.hpp"
#include "sim/workload/node_asks.hpp"
#include "sim/workload/read_report.hpp"

namespace gpuscape {

struct LogHead {
  ReadReport report;
  std::vector<Demand> demands;  ///< what each job of it asks for
  NodeAsks asks;                ///< their Demand::asks
  bool whole = false;           ///< the log is no longer than that
  std::vector<Issue> issues;    ///< for which a run would refuse it
};

/// Reads as many bytes as 1 MiB of text, to its last whole line. Of a log that goes on it is no
/// fault that none of these rows can be used. Never throws for what is wrong with the log.
LogHead read_head(const TraceSpec& spec);

}  // namespace gpuscape
