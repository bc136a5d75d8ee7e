#pragma once
/// A waiting job as conservative backfill knows it.

#include <cstdint>

#include "sim/base/id.hpp"
#include "sim/scheduling/reservation/plan_book.hpp"
#include "sim/scheduling/scheduling_pass.hpp"

namespace gpuscape::conservative {

using PlanId = Id<struct PlanTag>;  // into plans_

/// A waiting job that has a plan or is about to get one; in the order of the queue.
struct Entry {
  Seconds date = JobPlan::kNever;
  Seconds run_time{0.0};
  Demand demand{};
  const NodeFilter* allowed = nullptr;  ///< the nodes on which it may run; null: all
  std::uint32_t job = 0;
  PlanId plan;  ///< none: it has no plan yet
  bool started = false;
};

/// What a plan needs to know of a job.
inline PlanRequest request(const Entry& entry) {
  return {entry.demand, entry.run_time, entry.allowed};
}

inline Entry entry_of(const WaitingJob& job, const SchedulingPass& pass) {
  Entry entry;
  entry.allowed = pass.allowed(job);
  entry.run_time = job.expected_run_time;
  entry.demand = job.demand;
  entry.job = job.job;
  return entry;
}

}  // namespace gpuscape::conservative
