#pragma once
/// Runs of a few jobs under a quota tree.

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "models/scheduler/quota/policy.hpp"
#include "tests/support/run_builders.hpp"

namespace gpuscape::test {

class QuotaRun {
 public:
  explicit QuotaRun(std::string parameters, std::vector<NodeGroup> groups = {nodes(1, 8)})
      : parameters_(std::move(parameters)), groups_(std::move(groups)) {}

  /// Jobs of a queue, all alike.
  QuotaRun& jobs(const std::string& queue, int count, double submit, std::int32_t gpus,
                 double run_time, const std::string& qos = "") {
    last_ = count;
    for (int i = 0; i < count; ++i) {
      Job made = job(submit, gpus, run_time);
      made.origin = origins_->intern("", queue, "", qos);
      jobs_.push_back(made);
    }
    return *this;
  }
  Job& last() { return jobs_.back(); }
  /// All jobs that ask for whole nodes may have fewer and more of them.
  QuotaRun& elastic(std::uint32_t min, std::uint32_t max) {
    terms_.assign(2, SavesSpec());
    terms_.front().elastic = {.min = min, .max = max};
    return *this;
  }
  /// But for those that were added last.
  QuotaRun& of_one_size() {
    for (int i = 0; i < last_; ++i)
      jobs_[jobs_.size() - 1 - static_cast<std::size_t>(i)].stream = 1;
    return *this;
  }

  RunResult run(const std::string& scheduler = "quota-tree") {
    return run_under(make_policies({.scheduler = scheduler, .scheduler_parameters = parameters_}));
  }
  /// With every search made, also one that is known to fail.
  RunResult run_with_every_search() {
    Policies policies =
        make_policies({.scheduler = "quota-tree", .scheduler_parameters = parameters_});
    dynamic_cast<quota::Policy&>(*policies.scheduler).always_search();
    return run_under(std::move(policies));
  }

 private:
  RunResult run_under(Policies policies) {
    std::ranges::stable_sort(jobs_, {}, &Job::submit);
    RunState state(
        Platform(groups_), std::move(policies), std::make_unique<ListSource>(jobs_), {},
        {origins_, {"jobs", "fixed"}, std::vector(2, std::vector<double>(origins_->size(), 1.0))},
        nullptr, {}, terms_);
    run_natively(state.simulation(), kForever, {});
    return state.take_result({});
  }

  std::string parameters_;
  std::vector<NodeGroup> groups_;
  std::shared_ptr<OriginTable> origins_ = std::make_shared<OriginTable>();
  std::vector<Job> jobs_;
  std::vector<SavesSpec> terms_ = {};
  int last_ = 0;
};

/// Dates at which jobs were stopped for that cause, by job, -1 where not.
inline std::vector<double> stop_dates(const RunResult& result, Cause cause = Cause::reclaimed) {
  std::vector<double> dates;
  for (std::size_t i = 0; i < result.jobs.size(); ++i) {
    dates.push_back(-1.0);
    for (const Segment& segment : result.jobs.segments(i))
      if (segment.cause == cause && dates.back() < 0.0) dates.back() = segment.end.value();
  }
  return dates;
}

inline std::vector<double> end_dates(const RunResult& result) {
  std::vector<double> dates;
  for (std::size_t i = 0; i < result.jobs.size(); ++i)
    dates.push_back(result.jobs.started(i) ? result.jobs.segments(i).back().end.value() : -1.0);
  return dates;
}

}  // namespace gpuscape::test
