#pragma once
/// Builders for tests of runs: a cluster and jobs in one line, policies by name.

#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "sim/engine/native_loop.hpp"
#include "sim/run/run_state.hpp"
#include "tests/support/builtin_models.hpp"

namespace gpuscape::test {

inline NodeGroup nodes(std::uint32_t count, std::int32_t gpus, std::string name = "gpu") {
  return {std::move(name), count, Demand{gpus, 0, 0}, false};
}
inline NodeGroup pool(std::int32_t processors, std::string name = "pool") {
  return {std::move(name), 1, Demand{processors, 0, 0}, true};
}

/// `limit` < 0: none.
inline Job job(double submit, std::int32_t gpus, double run_time, double limit = -1.0) {
  Job made;
  made.submit = Seconds(submit);
  made.run_time = Seconds(run_time);
  made.demand.gpus = gpus;
  if (limit >= 0.0) made.time_limit = Seconds(limit);
  return made;
}

/// Yields jobs as given; ids are their positions.
class ListSource final : public WorkloadSource {
 public:
  explicit ListSource(std::vector<Job> jobs) : jobs_(std::move(jobs)) {}
  bool next(Job& job) override {
    if (next_ == jobs_.size()) return false;
    job = jobs_[next_];
    job.id = static_cast<std::int64_t>(next_++);
    return true;
  }
  [[nodiscard]] std::size_t expected_jobs() const override { return jobs_.size() - next_; }

 private:
  std::vector<Job> jobs_;
  std::size_t next_ = 0;
};

struct PolicyNames {
  std::string scheduler = "fifo";
  std::string backfill = "none";
  std::string placement = "best-fit";
  std::string backfill_parameters = "{}";
  bool kill_overrun = false;
  std::string scheduler_parameters = "{}";
  std::string placement_parameters = "{}";
  std::optional<DefragmentSpec> defragment = {};
  DecisionTimeSpec decision_time = {};
};

/// Without it GoogleTest prints the bytes of all at the start of every test's process.
inline void PrintTo(const PolicyNames& names, std::ostream* out) {
  *out << names.scheduler << ", " << names.backfill << ", " << names.placement;
}

inline Policies make_policies(const PolicyNames& names, const Registry& models = builtin_models()) {
  Policies policies;
  policies.scheduler = make_model(models.schedulers, names.scheduler, names.scheduler_parameters);
  policies.backfill = make_model(models.backfills, names.backfill, names.backfill_parameters);
  policies.make_backfill = [&models, names] {
    return make_model(models.backfills, names.backfill, names.backfill_parameters);
  };
  policies.placement = make_model(models.placements, names.placement, names.placement_parameters);
  policies.kill_overrun = names.kill_overrun;
  policies.defragment = names.defragment;
  policies.decision_time = names.decision_time;
  return policies;
}

/// Runs to the end on the native loop, with nodes that are away for a while.
inline RunResult run_with(const std::vector<PlannedOutage>& outages, std::vector<NodeGroup> groups,
                          std::vector<Job> jobs, const PolicyNames& names = {},
                          RunObserver* observer = nullptr) {
  RunState state(Platform(std::move(groups)), make_policies(names),
                 std::make_unique<ListSource>(std::move(jobs)), {}, {}, nullptr,
                 {.planned = outages});
  if (observer != nullptr) state.observe(*observer);
  run_natively(state.simulation(), kForever, {});
  return state.take_result({});
}

/// Runs to the end on the native loop.
inline RunResult run_on(Platform platform, std::vector<Job> jobs, const PolicyNames& names = {},
                        RunObserver* observer = nullptr) {
  RunState state(std::move(platform), make_policies(names),
                 std::make_unique<ListSource>(std::move(jobs)));
  if (observer != nullptr) state.observe(*observer);
  run_natively(state.simulation(), kForever, {});
  return state.take_result({});
}

inline RunResult run_jobs(std::vector<NodeGroup> groups, std::vector<Job> jobs,
                          const PolicyNames& names = {}, RunObserver* observer = nullptr) {
  return run_on(Platform(std::move(groups)), std::move(jobs), names, observer);
}

inline std::vector<double> start_dates(const RunResult& result) {
  std::vector<double> dates;
  for (std::size_t i = 0; i < result.jobs.size(); ++i) {
    dates.push_back(result.jobs.started(i) ? result.jobs.segments(i).front().start.value() : -1.0);
  }
  return dates;
}

}  // namespace gpuscape::test
