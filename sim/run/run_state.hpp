#pragma once
/// The state of one run and what happens in it: arrivals, ends, and a scheduling pass after each
/// instant.

#include <memory>
#include <vector>

#include "sim/engine/simulation.hpp"
#include "sim/model/backfill.hpp"
#include "sim/model/registry.hpp"
#include "sim/run/job_inlet.hpp"
#include "sim/run/job_traffic.hpp"
#include "sim/run/observer.hpp"
#include "sim/run/run_result.hpp"
#include "sim/run/stranded.hpp"
#include "sim/run/timeline_recorder.hpp"
#include "sim/run/wait_reasons.hpp"
#include "sim/workload/source.hpp"

namespace gpuscape {

/// The policies of a run, built from the scenario.
struct Policies {
  std::unique_ptr<Scheduler> scheduler;
  std::unique_ptr<Backfill> backfill;
  std::unique_ptr<PlacementPolicy> placement;
  bool kill_overrun = false;
};

/// What the end of a running job has to know, close together: a job's own record is cold by then.
struct RunningJob {
  Demand share;               ///< of its one node
  double expected_end = 0.0;  ///< s
  std::uint32_t job = 0;
  std::uint32_t group = 0;
  std::uint32_t node = 0;  ///< within the group; kGang: several, as its record says
  bool killed = false;     ///< its end is its time limit
  static constexpr std::uint32_t kGang = 0xffffffffU;
};

class RunState final : public EventHandler {
 public:
  RunState(Platform platform, Policies policies, std::unique_ptr<WorkloadSource> source,
           TrafficParts traffic = {});
  RunState(const RunState&) = delete;
  RunState& operator=(const RunState&) = delete;

  void handle_event(std::uint32_t slot) override;
  void handle_completion(std::uint32_t token) override;
  void handle_input() override;
  void settle() override;

  [[nodiscard]] Simulation& simulation() { return simulation_; }
  [[nodiscard]] const Simulation& simulation() const { return simulation_; }
  [[nodiscard]] const JobRecords& jobs() const { return records_; }
  [[nodiscard]] std::int64_t ended() const { return ended_; }
  void set_observer(RunObserver* observer) { observer_ = observer; }

  /// What is known so far. `header` holds what the run knew before it began.
  [[nodiscard]] RunResult result(const RunResult& header) const;
  /// The same, moving the jobs out: the state is spent.
  RunResult take_result(const RunResult& header);

 private:
  [[nodiscard]] bool can_ever_fit(const Demand& demand) const;
  [[nodiscard]] Seconds expected_run_time(const Job& job) const;
  void pull();
  void apply(const Placement& placement);
  void end_job(std::uint32_t slot);
  void release(const RunningJob& running);
  void release_share(const RunningJob& running, std::uint32_t node, const Demand& share);
  std::uint32_t claim_slot(const RunningJob& running);
  void hold_until_now();
  double stranded_over(double span);
  void fill_in(RunResult& result) const;

  Platform platform_;
  Policies policies_;
  JobInlet inlet_;
  Simulation simulation_;
  FreeCapacity capacity_;
  Placer placer_;
  std::unique_ptr<ExpectedReleases> releases_;  // only where a backfill looks ahead
  JobQueue queue_;
  SchedulingPass pass_;
  std::unique_ptr<JobTraffic> traffic_;  // only where jobs exchange data over a network
  StrandedMeter stranded_meter_;
  WaitReasons wait_reasons_;
  TimelineRecorder recorder_;
  TimelineRecorder network_recorder_;  // only where there is traffic
  JobRecords records_;
  std::vector<RunningJob> running_jobs_;  // by slot, the token of the job's end
  std::vector<std::uint32_t> free_slots_;
  RunObserver* observer_ = nullptr;

  Job next_job_;
  bool has_next_ = false;
  bool freed_ = false;            // capacity came back since the last pass
  std::uint32_t first_new_ = 0;   // jobs from here on arrived at this instant
  double short_stretches_ = 0.0;  // so far, in steps of stranded_over
  double next_look_ = 0.5;
  std::int64_t look_ = 0;
  double held_until_ = 0.0;  // the recorder knows the state up to here
  std::int64_t running_ = 0;
  std::int64_t ended_ = 0;
  std::int64_t never_fit_ = 0;
  std::int64_t without_limit_ = 0;
  std::int64_t ignored_on_pool_ = 0;
  std::int64_t gpus_allocated_ = 0;
  std::vector<AllocationSpan> spans_;  // scratch
};

}  // namespace gpuscape
