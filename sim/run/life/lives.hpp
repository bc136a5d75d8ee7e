#pragma once
/// The lives of running jobs: which stretch each of them is in, when it ends, and how much of its
/// work is done when it is interrupted. By default a life is one stretch, the job's run time.

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "sim/engine/simulation.hpp"
#include "sim/run/life/life_part.hpp"
#include "sim/run/life/store_writes.hpp"
#include "sim/run/life/work.hpp"
#include "sim/run/pace/gpu_neighbours.hpp"
#include "sim/run/pace/job_input.hpp"
#include "sim/run/pace/job_traffic.hpp"
#include "sim/run/record/pace_of_nodes.hpp"
#include "sim/run/record/run_result.hpp"
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

class Lives {
 public:
  struct Options {
    bool kill_overrun = false;                  ///< jobs end at their time limits
    RunTimeScale* scale = nullptr;              ///< null: run times are the same on all nodes
    const FreeCapacity* capacity = nullptr;     ///< of the nodes, where there is a scale
    const PaceOfNodes* pace = nullptr;          ///< null: nodes slow nobody down
    const GpuNeighbours* neighbours = nullptr;  ///< null: nor do others on the same GPU
  };
  Lives(Simulation& simulation, const JobRecords& records, Holdings& holdings, Options options)
      : simulation_(simulation), records_(records), holdings_(holdings), options_(options) {}

  /// Nodes of the cluster go away, on which nobody lives any more.
  void nodes_go(std::span<const std::uint32_t> nodes) {
    for (const auto& part : parts_) part->nodes_go(nodes);
    if (input_) input_->nodes_go(nodes);
  }
  /// The nodes that hold what the job reads; null: none is nearer to it than others.
  [[nodiscard]] const NodeFilter* near(std::uint32_t job) const {
    const Job& record = records_.job(job);
    return input_ ? input_->holders({record.stream, record.application}) : nullptr;
  }
  /// What the parts expect to add to a life that works so much off.
  [[nodiscard]] Seconds expected_pauses(const LifeAhead& life) const {
    Seconds sum(0.0);
    for (const auto& part : parts_) sum += part->expected_pauses(life);
    return sum;
  }
  /// Of several parts, the last one added is asked first.
  void add_part(std::unique_ptr<LifePart> part) { parts_.insert(parts_.begin(), std::move(part)); }
  /// Jobs exchange data over a network, and work at the pace that it leaves them.
  void exchange_over(TrafficParts parts, const FreeCapacity& capacity) {
    traffic_ = std::make_unique<JobTraffic>(std::move(parts), capacity, simulation_);
  }
  [[nodiscard]] const JobTraffic& exchange() const { return *traffic_; }
  /// Jobs read what they train on, and work no faster than it comes.
  void read_from(InputParts parts, const FreeCapacity& capacity);
  /// So much of a store is away from now on: jobs read and write slower.
  void change_store(std::size_t store, const StoreState& state) {
    if (limits_) limits_->change_store(store, state);
    if (input_) input_->change_store(store, state);
    if (writes_) writes_->change_store(store, state);
  }
  /// Jobs may write to these; `capacity` is needed where a target has a way.
  void write_to(WriteTargets targets, const FreeCapacity* capacity = nullptr);

  /// Beside jobs, that is copied from now on; to be called after `write_to` and `read_from`.
  void copy(std::shared_ptr<const CopyPlan> plan);
  [[nodiscard]] bool copies() const { return copies_ && copies_->any_ahead(); }
  /// The run is over: whatever is under way stays undone.
  void stop_copies();

  /// What became of a life when a stretch of it was over.
  struct Next {
    bool ends = false;
    std::optional<std::size_t> gives_up = {};  ///< a span: look for others, and `retry`
  };
  /// The job of that slot begins on the spans of its record, `size` of the nodes that it asks for.
  Next begin(std::uint32_t slot, std::span<const AllocationSpan> spans, double size = 1.0);
  /// False for the event of a job that was stopped before: forget it.
  [[nodiscard]] bool takes_event(std::uint32_t slot);
  /// The stretch of that job is over.
  [[nodiscard]] Next handle_event(std::uint32_t slot) {
    return is_plain() ? Next{.ends = true} : go_on(slot);
  }
  /// The same for a completion, whose token that is.
  [[nodiscard]] Next handle_completion(std::uint32_t token);
  [[nodiscard]] static std::uint32_t slot_of_completion(std::uint32_t token) {
    if (StoreWrites::is_own(token)) return StoreWrites::slot_of(token);
    return JobInput::is_own(token) ? JobInput::slot_of(token) : JobTraffic::slot_of(token);
  }
  /// Its parts are asked again, with the spans that its record has by now.
  Next retry(std::uint32_t slot) { return next(slot); }
  /// It ends at its time limit.
  [[nodiscard]] bool is_killed(std::uint32_t slot) const { return lives_[slot].killed; }
  /// The job has ended, and given back what it held: its slot is free.
  void end(std::uint32_t slot);
  /// The job leaves its nodes before its end; a later life of it goes on with what it keeps.
  void stop(std::uint32_t slot, const Interruption& what);
  /// A job that was stopped with all that it did has what it saved before, and no more.
  void lose_suspended(std::uint32_t job);
  /// What became of the nodes of a job that goes on.
  struct Loss {
    Seconds pause{0.0};      ///< until others are found
    double size = 1.0;       ///< nodes that it has from now on ÷ those that it started on
    std::int64_t nodes = 1;  ///< that it lost at once
  };
  /// The job goes on in the same life, from what it saved or copied.
  [[nodiscard]] Next fall_back(std::uint32_t slot, const Loss& loss);
  /// Nodes that it lacked join it: it saves all that it did, and restarts on `size` of its nodes.
  [[nodiscard]] Next join(std::uint32_t slot, double size);
  /// Its record has other spans, `size` of those that it asks for: it saves all that it did, pauses
  /// and goes on. Its time limit does not count the pause.
  [[nodiscard]] Next regroup(std::uint32_t slot, Seconds pause, double size);
  /// Of its run time, at this date, as far as that is known without asking networks and stores.
  [[nodiscard]] Seconds least_left(std::uint32_t slot) const {
    const Life& life = lives_[slot];
    if (life.doing != Doing::work) return life.work.left();
    return life.work.left() -
           (simulation_.now() - life.began) * (life.size / (life.scale * life.slowed()));
  }
  /// Its stretch is over at this very date.
  [[nodiscard]] bool is_due(std::uint32_t slot) const {
    return has_event(lives_[slot].doing) && !(lives_[slot].due > simulation_.now());
  }
  /// Of its run time, on the nodes that it has.
  [[nodiscard]] Seconds work_left(std::uint32_t slot) const { return lives_[slot].work.left(); }
  /// Nodes that it has are slower or faster than before.
  void change_pace(std::uint32_t slot);
  /// Links of a node's adapters, of all or of the first, have so many times the rate from now on.
  void scale_links(std::uint32_t node, bool all_adapters, double factor) {
    if (traffic_) traffic_->scale_links(node, all_adapters, factor);
  }
  /// Links of its nodes have other rates: if it exchanges data, it does so at these. Whether it
  /// does.
  bool exchange_anew(std::uint32_t slot);
  /// It works, or saves what it did.
  [[nodiscard]] bool is_working(std::uint32_t slot) const {
    const Life& life = lives_[slot];
    return life.doing != Doing::pause || life.pauses_for == Pause::For::saving;
  }
  /// Called once after everything that happened at one date.
  void settle() {
    if (traffic_) traffic_->settle();
    if (input_) input_->settle();
    if (copies_) copies_->settle();
  }

  /// What its parts did in the run.
  void add_to(RunResult& result) const {
    for (const auto& part : parts_) part->add_to(result);
    result.life_times.assign(times_.begin(), times_.end());
    if (writes_) result.stores = writes_->uses();
    if (copies_) result.copies = copies_->results();
    if (!input_) return;
    result.input = input_->result();
    input_->add_to(result.timeline);
  }

  /// What a job takes into its next life.
  struct Remains {
    Work work;
    Seconds limit{kForever};
    Seconds restarts{0.0};     ///< so far, on top of the limit
    Seconds got_to{0.0};       ///< work saved when a failure stopped it last
    std::int32_t in_vain = 0;  ///< failures that stopped it since it got there
    std::int64_t stops = 0;    ///< by failures
    double scale = 1.0;        ///< of the run time, on the nodes that it had last
  };
  [[nodiscard]] Remains remains(std::uint32_t job) const;

 private:
  enum class Doing : std::uint8_t { pause, work, exchange, read };
  /// Where in its life the job of a slot is.
  struct Life {
    Work work;            ///< before the stretch
    Seconds began{0.0};   ///< the stretch
    Seconds due{0.0};     ///< its event
    Seconds until{0.0};   ///< of the work, in stretches that work
    double scale = 1.0;   ///< of the run time, on these nodes
    double slow = 1.0;    ///< likewise in this stretch, for what is wrong with them
    double shared = 1.0;  ///< likewise, for others on its GPU
    double size = 1.0;    ///< nodes that it has ÷ those that it started on
    Doing doing = Doing::work;
    bool killed = false;  ///< the stretch ends at the time limit
    bool saves = false;   ///< when it is over
    Pause::For pauses_for = Pause::For::starting;
    Seconds steps_save{0.0};    ///< of the work, when the stretch is over
    bool saves_all = false;     ///< of the work, in the stretch
    std::int64_t copies = 0;    ///< when it is over: as Pause::copy_survives
    std::int64_t survives = 0;  ///< the same of Work::copied
    bool waits_for_write = false;
    Seconds written_saves{0.0};  ///< of the work, when what it writes beside is written
    [[nodiscard]] double slowed() const { return slow * shared; }
  };
  [[nodiscard]] bool is_plain() const {
    return parts_.empty() && traffic_ == nullptr && input_ == nullptr && options_.pace == nullptr &&
           options_.neighbours == nullptr;
  }
  /// Its work has an event; else a completion, which does not come when it leaves.
  [[nodiscard]] static bool has_event(Doing doing) {
    return doing == Doing::pause || doing == Doing::work;
  }
  [[nodiscard]] std::uint32_t job_in(std::uint32_t slot) const {
    return holdings_[slot].job.index();
  }
  [[nodiscard]] Seconds enforced(Seconds limit) const {
    return options_.kill_overrun ? limit : kForever;
  }
  [[nodiscard]] Seconds life_so_far(std::uint32_t job) const {
    return simulation_.now() - records_.life_start(job);
  }
  [[nodiscard]] Seconds limit_left(std::uint32_t slot) const;
  /// How much longer it takes for what is wrong with its nodes, and for others on its GPU.
  [[nodiscard]] std::pair<double, double> slowness(const LifeView& view) const;
  [[nodiscard]] LifeView view(std::uint32_t slot) const;
  Next next(std::uint32_t slot);
  Next go_on(std::uint32_t slot);
  void begin_pause(std::uint32_t slot, const Pause& pause, Seconds limit);
  /// Until what it writes is written; `write`: that begins now.
  void begin_waiting_for_write(std::uint32_t slot, const Write* write, const LifeView& view);
  /// Its stretch ends before its time: whether its event, which is forgotten, still comes.
  bool leave_stretch(std::uint32_t slot);
  void begin_steps(std::uint32_t slot, Seconds until, const LifeView& view);
  void begin_plain(std::uint32_t slot, Seconds run_time, Seconds limit);
  void end_after(std::uint32_t slot, Seconds length, Seconds limit) {
    Life& life = lives_[slot];
    life.began = simulation_.now();
    life.killed = length > limit;
    life.due = simulation_.now() + (life.killed ? limit : length);
    simulation_.schedule(life.due, slot);
  }
  /// The stretch that it is in is over, or ends here.
  void count_stretch(std::uint32_t slot);
  /// The stretch that it is in ends here, and its event is forgotten.
  void cut(std::uint32_t slot);
  /// With what it saved.
  Next go_on_anew(std::uint32_t slot, Seconds pause, double size);
  void lose_unsaved(std::uint32_t slot, Cause cause, Remains& remains, bool keeps_copy);
  void begin_anew(std::uint32_t slot);
  [[nodiscard]] Seconds progress_until_now(std::uint32_t slot);
  void part_from(std::uint32_t slot, Cause cause, const Keeps& keeps);
  /// Over which stores are read and written; made when they are asked for first.
  StoreWays& ways(const FreeCapacity& capacity);
  /// What all who read share; made when it is asked for first.
  StoreLimits& limits(std::span<const InputPlan::Store> stores);

  Simulation& simulation_;
  const JobRecords& records_;
  Holdings& holdings_;
  std::vector<std::unique_ptr<LifePart>> parts_;  // in the order in which they are asked
  std::unique_ptr<StoreWays> ways_;               // null: no store has one
  std::unique_ptr<StoreLimits> limits_;           // null: nobody reads from a store
  std::unique_ptr<JobTraffic> traffic_;           // null: nobody exchanges data
  std::unique_ptr<JobInput> input_;               // null: no job reads from a store
  std::unique_ptr<StoreWrites> writes_;           // null: nobody writes to storage
  std::unique_ptr<StoreCopies> copies_;           // null: nothing is copied between stores
  bool has_restarts_ = false;
  std::vector<Life> lives_;  // by slot
  /// Events that are still to come, of stretches that ended before: date and slot.
  std::multiset<std::pair<Seconds, std::uint32_t>> stale_;
  std::map<std::uint32_t, Remains> remains_;  // of jobs that were stopped
  std::map<std::uint32_t, LifeTimes> times_;  // of jobs that paused or lost something
  Options options_;
};

}  // namespace gpuscape
