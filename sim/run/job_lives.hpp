#pragma once
/// The lives of running jobs: which phase each of them is in, when it ends, and what is left to do
/// when a job is preempted. By default a job has one phase, its run time.

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "sim/engine/simulation.hpp"
#include "sim/run/phases/fixed_time_phase.hpp"
#include "sim/run/phases/phase.hpp"
#include "sim/run/record/run_result.hpp"
#include "sim/run/running_slots.hpp"
#include "sim/scheduling/running_jobs.hpp"

namespace gpuscape {

/// How much longer a job's run time is on the nodes that it got than its record says.
class RunTimeScale {
 public:
  virtual ~RunTimeScale() = default;
  /// Above 0; the same for the same job on the same nodes.
  virtual double at_start(const Job& job, std::span<const AllocationSpan> spans,
                          const FreeCapacity& capacity) = 0;
};

class JobLives {
 public:
  struct Options {
    bool kill_overrun = false;               ///< jobs end at their time limits
    bool preempts = false;                   ///< jobs may be stopped
    RunTimeScale* scale = nullptr;           ///< null: run times are the same on all nodes
    const FreeCapacity* capacity = nullptr;  ///< of the nodes, where there is a scale
  };
  JobLives(Simulation& simulation, const JobRecords& records, Options options)
      : simulation_(simulation), records_(records), slots_(options.preempts), options_(options) {}

  /// Jobs to which it applies go through it before the phases added so far.
  void add_phase(std::unique_ptr<Phase> phase) {
    phases_.insert(phases_.begin(), std::move(phase));
  }

  /// The job begins with these shares, which are the spans of its record.
  void begin(std::uint32_t job, std::span<const AllocationShare> shares,
             std::span<const AllocationSpan> spans);

  /// False for the event of a job that was stopped before: forget it.
  [[nodiscard]] bool takes_event(std::uint32_t slot);
  /// The phase of that job is over. True when it was its last: the job ends now, and its slot is to
  /// be released.
  [[nodiscard]] bool handle_event(std::uint32_t slot) {
    return phases_.empty() || enter_next_phase(slot);
  }
  /// Which of its spans that job gives up now for others (Phase::gives_up); `retry` then goes on.
  [[nodiscard]] std::optional<std::size_t> gives_up(std::uint32_t slot) {
    if (phases_.empty() || slots_[slot].killed) return std::nullopt;
    return phase_of(slots_[slot]).gives_up(slots_[slot].job.index());
  }
  /// It enters its phase again, with the shares that its record has by now.
  void retry(std::uint32_t slot) { enter(slot); }
  /// The same for a completion; its slot is `Phase::slot_of(token)`.
  [[nodiscard]] bool handle_completion(std::uint32_t token);
  void release(std::uint32_t slot) {
    leave(slot);
    slots_.release(slot);
  }

  /// The job leaves its nodes; a later life of it works off what is left under these terms.
  void stop(std::uint32_t job, const PreemptionTerms& terms);
  /// The job leaves its nodes, and begins anew in a later life.
  void undo(std::uint32_t slot);
  /// Called once after everything that happened at one date.
  void settle() {
    for (const auto& phase : phases_) phase->settle();
  }

  [[nodiscard]] const RunningSlot& operator[](std::uint32_t slot) const { return slots_[slot]; }
  /// Those that run, among unused ones: those have no job.
  [[nodiscard]] const std::vector<RunningSlot>& slots() const { return slots_.all(); }

 private:
  /// Ends the life, of whose events one may still come; what was worked off in its last phase.
  Seconds stop_in(std::uint32_t slot);
  void leave(std::uint32_t slot) {
    if (phases_.empty()) return;
    const std::uint32_t job = slots_[slot].job.index();
    for (const auto& phase : phases_)
      phase->left(job, records_.spans(records_.segments(job).back()), simulation_.now());
  }
  struct RemainingWork {
    Seconds run_time;
    Seconds limit;
  };
  /// In units of the job's record.
  [[nodiscard]] RemainingWork remaining(std::uint32_t job) const;
  [[nodiscard]] double scale(std::uint32_t slot) const {
    return slot < scales_.size() ? scales_[slot] : 1.0;
  }
  void set_scale(std::uint32_t slot, const Job& job, std::span<const AllocationSpan> spans);
  [[nodiscard]] Seconds enforced(Seconds limit) const {
    return options_.kill_overrun ? limit : kForever;
  }
  [[nodiscard]] Seconds life_so_far(std::uint32_t job) const {
    return simulation_.now() - records_.life_start(job);
  }
  void end_phase_after(RunningSlot& running, std::uint32_t slot, Seconds length, Seconds limit);
  void enter_phase(RunningSlot& running, const PhaseContext& context);
  bool enter_next_phase(std::uint32_t slot);
  void enter(std::uint32_t slot);
  /// The run time alone is behind all the others.
  Phase& phase_of(const RunningSlot& running) {
    if (running.phase < phases_.size()) return *phases_[running.phase];
    return run_time_;
  }

  Simulation& simulation_;
  const JobRecords& records_;
  FixedTimePhase run_time_;
  std::vector<std::unique_ptr<Phase>> phases_;  // in the order in which jobs go through them
  RunningSlots slots_;
  std::map<std::uint32_t, RemainingWork> remaining_;  // of preempted jobs
  Options options_;
  std::vector<double> scales_;  // by slot, where run times have a scale
};

}  // namespace gpuscape
