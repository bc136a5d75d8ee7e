#pragma once
/// A RunResult made by hand: jobs with the dates at which they start.

#include <algorithm>
#include <optional>

#include "sim/run/record/run_result.hpp"

namespace gpuscape {

class RunBuilder {
 public:
  explicit RunBuilder(std::int32_t gpus) {
    result_.gpus_total = gpus;
    result_.nodes = {{"gpu", 0, 1, gpus, false}};
    result_.streams = {"jobs"};
  }

  /// A job that starts at `start` and runs to its end; without `start` it never starts.
  RunBuilder& job(double submit, double run_time, std::int32_t gpus, std::optional<double> start) {
    Job job;
    job.id = static_cast<std::int64_t>(result_.jobs.size()) + 1;
    job.submit = Seconds(submit);
    job.run_time = Seconds(run_time);
    job.demand.gpus = gpus;
    const std::uint32_t index = result_.jobs.add(job);
    result_.end = std::max(result_.end, job.submit);
    if (!start) return *this;
    const AllocationSpan span{0, gpus};
    result_.jobs.start(index, Seconds(*start), {&span, 1});
    result_.jobs.end(index, Seconds(*start + run_time), JobState::completed);
    result_.end = std::max(result_.end, Seconds(*start + run_time));
    return *this;
  }

  RunResult& result() { return result_; }

 private:
  RunResult result_;
};

}  // namespace gpuscape
