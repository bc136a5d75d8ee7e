#pragma once
/// The lives of running jobs: which phase each of them is in, when it ends, and how much of its
/// work is done when it is interrupted. By default a job has one phase, its run time.

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
#include "sim/run/work.hpp"
#include "sim/scheduling/holdings.hpp"
#include "sim/scheduling/interruption.hpp"

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
    RunTimeScale* scale = nullptr;           ///< null: run times are the same on all nodes
    const FreeCapacity* capacity = nullptr;  ///< of the nodes, where there is a scale
  };
  JobLives(Simulation& simulation, const JobRecords& records, Holdings& holdings, Options options)
      : simulation_(simulation), records_(records), holdings_(holdings), options_(options) {}

  /// Jobs to which it applies go through it before the phases added so far.
  void add_phase(std::unique_ptr<Phase> phase) {
    phases_.insert(phases_.begin(), std::move(phase));
  }

  /// The job of that slot begins on the spans of its record.
  void begin(std::uint32_t slot, std::span<const AllocationSpan> spans);

  /// False for the event of a job that was stopped before: forget it.
  [[nodiscard]] bool takes_event(std::uint32_t slot);
  /// The phase of that job is over. True when it was its last: the job ends now.
  [[nodiscard]] bool handle_event(std::uint32_t slot) {
    return phases_.empty() || enter_next_phase(slot);
  }
  /// Which of its spans that job gives up now for others (Phase::gives_up); `retry` then goes on.
  [[nodiscard]] std::optional<std::size_t> gives_up(std::uint32_t slot) {
    if (phases_.empty() || lives_[slot].killed) return std::nullopt;
    return phase_of(lives_[slot]).gives_up(job_in(slot));
  }
  /// It enters its phase again, with the shares that its record has by now.
  void retry(std::uint32_t slot) { enter(slot); }
  /// The same for a completion; its slot is `Phase::slot_of(token)`.
  [[nodiscard]] bool handle_completion(std::uint32_t token);
  /// The phase that it is in ends at the time limit.
  [[nodiscard]] bool is_killed(std::uint32_t slot) const { return lives_[slot].killed; }
  /// The job has ended, and given back what it held: its slot is free.
  void end(std::uint32_t slot);
  /// The job leaves its nodes before its end; a later life of it goes on with what it keeps.
  void stop(std::uint32_t slot, const Keeps& keeps);
  /// Called once after everything that happened at one date.
  void settle() {
    for (const auto& phase : phases_) phase->settle();
  }

  /// What a job takes into its next life.
  struct Remains {
    Work work;
    Seconds limit{kForever};
  };
  [[nodiscard]] Remains remains(std::uint32_t job) const;

 private:
  /// Where in its life the job of a slot is.
  struct Life {
    Seconds phase_began{0.0};
    std::uint8_t phase = 0;     ///< the one it is in
    bool killed = false;        ///< that phase ends at the time limit
    bool ends_by_event = true;  ///< else by a completion
  };
  [[nodiscard]] std::uint32_t job_in(std::uint32_t slot) const {
    return holdings_[slot].job.index();
  }
  void leave(std::uint32_t slot);
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
  void end_phase_after(std::uint32_t slot, Seconds length, Seconds limit);
  void enter_phase(const PhaseContext& context);
  bool enter_next_phase(std::uint32_t slot);
  void enter(std::uint32_t slot);
  /// The run time alone is behind all the others.
  Phase& phase_of(const Life& life) {
    if (life.phase < phases_.size()) return *phases_[life.phase];
    return run_time_;
  }

  Simulation& simulation_;
  const JobRecords& records_;
  Holdings& holdings_;
  FixedTimePhase run_time_;
  std::vector<std::unique_ptr<Phase>> phases_;  // in the order in which jobs go through them
  std::vector<Life> lives_;                     // by slot
  std::map<std::uint32_t, Remains> remains_;    // of jobs that were stopped
  Options options_;
  std::vector<double> scales_;  // by slot, where run times have a scale
};

}  // namespace gpuscape
