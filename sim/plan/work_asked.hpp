#pragma once
/// What a design's jobs ask for, drawn without running them.

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <vector>

#include "sim/model/check/check.hpp"
#include "sim/study/trace_cache.hpp"

namespace gpuscape {

/// The jobs of one replication.
struct DrawnWork {
  std::vector<double> submits = {};      ///< s, rising
  std::vector<double> asked = {};        ///< GPU seconds of the jobs from this one on
  std::vector<double> within = {};       ///< the part of it that lies in the arrivals if none waits
  double most_at_once = 0.0;             ///< GPUs held at once if no job waited
  Seconds span{0.0};                     ///< until when jobs may arrive
  Seconds latest_start{0.0};             ///< of what statistics look at
  std::vector<std::int32_t> sizes = {};  ///< GPUs by job, rising
};

/// The least of what is asked for ÷ (GPUs × time) over all windows that begin by `latest_start` and
/// last to the end of the arrivals: statistics look at one of them. 0 where so little of the work
/// lies in one that they may look at the whole run.
double least_load(const DrawnWork& work, double gpus);

/// Jobs that are larger than so many GPUs.
std::int64_t larger_than(const DrawnWork& work, std::int64_t gpus);

/// Replications of workloads, each drawn once for all designs that share it.
class WorkAsked {
 public:
  /// Those of numbers 0 to `replications` − 1. Null where what jobs ask for depends on more than
  /// the workload: jobs in circulation, dependencies, run times by hardware, cores.
  std::shared_ptr<const std::vector<DrawnWork>> of(const CheckedScenario& design,
                                                   TraceCache& traces, std::size_t replications,
                                                   const std::stop_token& stop);

 private:
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<const std::vector<DrawnWork>>> known_;
};

/// Why the runs of a design will be found overloaded: in every replication more is asked for than
/// there is, and jobs wait for it. Empty: no such proof.
std::string overload_proof(const std::vector<DrawnWork>& work, std::int64_t gpus);

}  // namespace gpuscape
