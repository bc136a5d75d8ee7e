#pragma once
/// The state of one run and what happens in it: arrivals, ends, and a scheduling pass after each
/// instant.

#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "sim/engine/simulation.hpp"
#include "sim/model/backfill.hpp"
#include "sim/model/job_rules.hpp"
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
  /// Makes one like it for each further lane; empty where the policy has one lane.
  std::function<std::unique_ptr<Backfill>()> make_backfill;
  std::unique_ptr<PlacementPolicy> placement;
  bool kill_overrun = false;
};

/// What policies may know of the workload before the run: by default nothing.
struct WorkloadFacts {
  std::shared_ptr<const OriginTable> origins = std::make_shared<OriginTable>();
  std::vector<std::string> streams;
  std::vector<std::vector<double>> demand;  ///< GPU seconds, [stream][origin]
  std::optional<Seconds> unix_origin = {};  ///< the run's first second since 1970, where known
};

/// What the end of a running job has to know, close together: a job's own record is cold by then.
struct RunningSlot {
  Demand share;               ///< of its one node
  double expected_end = 0.0;  ///< s
  std::uint32_t job = 0;      ///< kPreempted: its event comes to nothing
  std::uint32_t group = 0;
  std::uint32_t node = 0;  ///< within the group; kGang: several, as its record says
  bool killed = false;     ///< its end is its time limit
  bool exchanges = false;  ///< its end is a completion, not an event
  static constexpr std::uint32_t kGang = 0xffffffffU;
  static constexpr std::uint32_t kPreempted = 0xffffffffU;
};

class RunState final : public EventHandler {
 public:
  RunState(Platform platform, Policies policies, std::unique_ptr<WorkloadSource> source,
           TrafficParts traffic = {}, WorkloadFacts facts = {});
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
  /// A queue with what looks after it.
  struct Lane {
    Lane(RunState& state, std::unique_ptr<Backfill> with);
    std::unique_ptr<Backfill> backfill;
    std::unique_ptr<ExpectedReleases> releases;  // only where the backfill looks ahead
    JobQueue queue;
    SchedulingPass pass;
    bool freed = false;       // capacity came back since the last pass
    bool is_to_look = false;  // something else happened since
  };
  /// What is left of a job that was preempted.
  struct Rest {
    Seconds run_time;
    Seconds limit;
  };

  [[nodiscard]] bool can_ever_fit(const WaitingJob& job) const;
  static WaitingJob as_waiting(std::uint32_t job, const Job& record);
  [[nodiscard]] WaitingJob as_waiting(std::uint32_t job) const {
    return as_waiting(job, records_.job(job));
  }
  [[nodiscard]] const NodeMask* open_to(std::uint32_t job) const;
  [[nodiscard]] Lane& lane_of(const WaitingJob& job) {
    return *lanes_[parts_.rules == nullptr ? 0 : parts_.rules->lane(job)];
  }
  void pull();
  void submit(std::uint32_t job);
  /// Puts it into its lane's queue, with the rank that the policy gives it.
  void enqueue(WaitingJob& waiting);
  enum class Waiting : std::uint8_t { for_nobody, for_others, in_vain };
  Waiting wait_for_others(std::uint32_t job, const std::vector<std::uint32_t>& of_stream);
  [[nodiscard]] bool is_met(DependsOn how, std::uint32_t on) const;
  void release_dependents(std::uint32_t job);
  void end_dependency(std::uint32_t job);
  void let_go(std::uint32_t job);
  void give_up(std::uint32_t job);
  void release_held();
  void look(Lane& lane);
  void join_new();
  void tell_observer();
  void wake_later();
  void apply(const SchedulingPass& pass, const Placement& placement);
  void begin(std::uint32_t job, const SchedulingPass& pass, const Placement& placement);
  void apply(const Preemption& preemption);
  void hold(const WaitingJob& job);
  void end_job(std::uint32_t slot);
  void release(const RunningSlot& running);
  void release_share(const RunningSlot& running, std::uint32_t node, const Demand& share,
                     ExpectedReleases* releases);
  std::uint32_t claim_slot();
  void hold_until_now();
  double stranded_over(double span);
  void fill_in(RunResult& result) const;

  Platform platform_;
  Policies policies_;
  PolicyParts parts_;
  WorkloadFacts facts_;
  JobInlet inlet_;
  Simulation simulation_;
  FreeCapacity capacity_;
  Placer placer_;
  RunningJobs running_jobs_;  // only where the policy preempts
  std::vector<std::unique_ptr<Lane>> lanes_;
  std::unique_ptr<JobTraffic> traffic_;  // only where jobs exchange data over a network
  StrandedMeter stranded_meter_;
  WaitReasons wait_reasons_;
  TimelineRecorder recorder_;
  TimelineRecorder network_recorder_;  // only where there is traffic
  JobRecords records_;
  std::vector<RunningSlot> slots_;  // by the token of the job's end
  std::vector<std::uint32_t> free_slots_;
  std::map<std::uint32_t, Rest> rests_;             // of preempted jobs
  std::map<std::uint32_t, std::uint32_t> slot_of_;  // by job; only where the policy preempts
  std::vector<std::vector<std::uint32_t>> jobs_of_stream_;       // in order of submission
  std::map<std::uint32_t, std::vector<Dependency>> dependents_;  // jobs waiting for that one
  std::map<std::uint32_t, std::size_t> unmet_;  // by a job that waits for others: how many of them
  std::vector<WaitingJob> held_;  // by limits, in the order in which they were held back
  RunObserver* observer_ = nullptr;

  Job next_job_;
  bool has_next_ = false;
  std::uint32_t first_new_ = 0;                // jobs from here on arrived at this instant
  std::vector<std::uint32_t> new_dependents_;  // of them: wait for another job
  double wanted_wake_ = 0.0;                   // s: the earliest that anyone asked for
  double next_wake_ = 0.0;        // s: an event is scheduled for then, if it lies ahead
  double short_stretches_ = 0.0;  // so far, in steps of stranded_over
  double next_look_ = 0.5;
  std::int64_t look_ = 0;
  double held_until_ = 0.0;   // the recorder knows the state up to here
  Seconds last_change_{0.0};  // when a job was submitted, started or ended last
  std::int64_t waiting_ = 0;  // jobs in queues and held back
  std::int64_t running_ = 0;
  std::int64_t ended_ = 0;
  std::int64_t never_fit_ = 0;
  std::int64_t without_limit_ = 0;
  std::int64_t ignored_on_pool_ = 0;
  std::int64_t gpus_allocated_ = 0;
  std::vector<AllocationSpan> spans_;  // scratch
};

}  // namespace gpuscape
