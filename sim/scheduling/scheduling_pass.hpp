#pragma once
/// One look at the queue, at one instant: what a scheduler and a backfill see, and how they say
/// which jobs start. The pass claims capacity at once, so that the next question sees what is left;
/// the run applies the decisions when the pass is over.

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "sim/platform/future/expected_releases.hpp"
#include "sim/scheduling/holdings.hpp"
#include "sim/scheduling/interruption.hpp"
#include "sim/scheduling/job_queue.hpp"
#include "sim/scheduling/node_hours.hpp"
#include "sim/scheduling/node_mask.hpp"
#include "sim/scheduling/open_meanwhile.hpp"
#include "sim/scheduling/placer.hpp"
#include "sim/scheduling/pods/pod_claims.hpp"
#include "sim/scheduling/running_jobs.hpp"
#include "sim/scheduling/suspended_jobs.hpp"

namespace gpuscape {

class Backfill;
class JobRules;
class Scheduler;
class StartLimits;

/// A decision as data: this job starts now with these shares.
struct Placement {
  std::uint32_t job = 0;
  std::uint32_t first_share = 0;  ///< into SchedulingPass::shares()
  std::uint32_t shares = 0;
  bool resumed = false;  ///< interrupted and put back in the same pass: it never stopped
  Seconds expected_end{0.0};
};

/// The nodes that hold what a waiting job reads; null: none is nearer to it than others.
using NearData = std::function<const NodeFilter*(std::uint32_t job)>;

/// How many nodes each of these jobs may give up at most.
using MayDrop = std::map<std::uint32_t, std::size_t>;
/// Room is made for a waiting job, on nodes that `open` allows: running jobs go to other nodes, or
/// give up some; with `drops` those do, as far as they may, and nobody moves. False where none can
/// be made.
using MakeWay =
    std::function<bool(const WaitingJob& job, const NodeFilter* open, const MayDrop* drops)>;

/// A waiting job on fewer nodes than it asks for.
struct SmallerJob {
  Demand demand;
  double stretch = 1.0;  ///< of its expected run time
};
/// On so many nodes fewer; none: it does not go that low.
using Smaller = std::function<std::optional<SmallerJob>(std::uint32_t job, std::uint32_t fewer)>;

class SchedulingPass {
 public:
  /// `releases` is null where the backfill needs none; `backfill` is null where there is none, as
  /// are the rules and limits; `running` and `holdings` are null where the policy does not preempt.
  struct Parts {
    JobQueue& queue;
    FreeCapacity& capacity;
    Placer& placer;
    ExpectedReleases* releases;
    Backfill* backfill;
    const Scheduler* scheduler = nullptr;
    const JobRules* rules = nullptr;
    StartLimits* limits = nullptr;
    RunningJobs* running = nullptr;
    Holdings* holdings = nullptr;
    const Outages* outages = nullptr;  ///< null: no node is ever away
    Seconds start_up{0.0};             ///< of each start, in which no progress is made
    /// Nodes that nobody is to be on now, of shares that ask for nothing: what is free there is
    /// held from all others. Null: there are none.
    const NodeFilter* away = nullptr;
    PodClaims* pods = nullptr;  ///< null: the policy puts no single pods on nodes
    std::size_t lane = 0;
    const NodeMask* own = nullptr;       ///< JobRules::own of that lane
    const NearData* near = nullptr;      ///< null: no node is nearer to a job than others
    const MakeWay* make_way = nullptr;   ///< null: running jobs stay as they are
    const Smaller* smaller = nullptr;    ///< null: jobs have the size that they ask for
    SuspendedJobs* suspended = nullptr;  ///< null: none ever is
    const NodeHours* hours = nullptr;    ///< null: nodes are nobody's by the clock
    bool sizes = false;                  ///< limits are told what elastic jobs have
    bool joins = false;                  ///< jobs share GPUs where too few are free
  };
  explicit SchedulingPass(const Parts& parts) : parts_(parts), meanwhile_(parts.outages) {}

  /// Opens the pass. `freed` says whether capacity came back since the last one.
  void begin(Seconds now, bool freed);

  [[nodiscard]] Seconds now() const { return now_; }
  [[nodiscard]] bool capacity_was_freed() const { return freed_; }
  /// Nodes came to the lane that others had.
  void note_freed();
  /// Of which lane it is.
  [[nodiscard]] std::size_t lane() const { return parts_.lane; }
  /// Free GPUs of the nodes that the lane has.
  [[nodiscard]] std::int64_t free_gpus() const;
  /// The first job that has not started; none: all have.
  [[nodiscard]] std::optional<WaitingJob> first_left() const;
  [[nodiscard]] const JobQueue& queue() const { return parts_.queue; }
  [[nodiscard]] const FreeCapacity& capacity() const { return parts_.capacity; }
  [[nodiscard]] ExpectedReleases& releases() const { return *parts_.releases; }
  [[nodiscard]] const RunningJobs& running() const { return *parts_.running; }
  /// Where the policy `suspends`: the jobs that go on on their nodes alone.
  [[nodiscard]] const SuspendedJobs& suspended() const { return *parts_.suspended; }
  /// When nodes are known to be away; null: never.
  [[nodiscard]] const Outages* outages() const { return parts_.outages; }
  /// Which nodes are some jobs' by the clock; null: none.
  [[nodiscard]] const NodeHours* hours() const { return parts_.hours; }
  /// The nodes on which a job may run; null: all.
  [[nodiscard]] const NodeFilter* allowed(const WaitingJob& job) const;
  /// The nodes of them that limits leave open to it if it starts then, and that are not away before
  /// it is expected to end; null: all. Valid until the next question.
  [[nodiscard]] const NodeFilter* open_at(const WaitingJob& job, Seconds date) const;

  /// True when neither rules nor limits close nodes of the lane to the job now, and none is ever
  /// away.
  [[nodiscard]] bool has_all_nodes(const WaitingJob& job) const {
    const auto all = [this](const NodeFilter* open) {
      return open == nullptr || open == static_cast<const NodeFilter*>(parts_.own);
    };
    return parts_.outages == nullptr && parts_.suspended == nullptr && parts_.hours == nullptr &&
           (parts_.rules == nullptr || all(allowed(job))) &&
           (parts_.limits == nullptr || all(open_at(job, now_)));
  }
  /// The queue, for policies that order it anew; before anything was started.
  [[nodiscard]] JobQueue& order() { return parts_.queue; }

  /// Starts the i-th waiting job if it fits (and `filter` allows), and no limit holds it back;
  /// false when not. Not twice for one job.
  bool start(std::size_t i, const NodeFilter* filter = nullptr);
  /// The same for a waiting job by its number, where the policy `picks`; not mixed with the other.
  bool start_job(std::uint32_t job, const NodeFilter* filter = nullptr);
  /// The pods of waiting jobs that are on nodes, where the policy `claims`.
  [[nodiscard]] PodClaims& pods() const { return *parts_.pods; }
  /// Puts one pod of a waiting job of that shape on a node, apart from its others and in their
  /// group; false where there is none. With the last of its pods the job starts.
  bool claim(std::uint32_t job, const Gang& gang, PodKind kind);
  /// True when a limit holds the i-th waiting job: it leaves the queue when the pass ends, and is
  /// not to be looked at again.
  bool hold_back(std::size_t i) { return parts_.limits != nullptr && hold_back_by_limits(i); }
  /// Those whose hours nodes have now start there, in order until one does not fit: nobody else may
  /// have these nodes, so that nobody waits longer for it.
  void start_by_hours();
  /// Suspended jobs go on where what they held is free: others leave room for that. `picks`: of a
  /// policy that does.
  void resume_suspended(bool picks = false);
  /// Starts jobs from the head on until one does not fit, then lets the backfill look behind it.
  void start_in_order();
  /// True where the backfill takes the whole queue on, the head included.
  [[nodiscard]] bool backfill_starts_the_head() const;
  /// Has running jobs go elsewhere so that a waiting one fits, where they may; true where it does
  /// by that. Asked again only after capacity came back.
  bool make_way(const WaitingJob& job);
  /// Has those give nodes up for it; true where it fits by that.
  bool make_way(const WaitingJob& job, const MayDrop& drops);
  /// Whether running jobs may be asked to.
  [[nodiscard]] bool may_make_way() const { return parts_.make_way != nullptr; }
  /// The second half of it alone; what was started before it leaves the queue.
  void backfill();
  /// True of a running job that this very pass started: not to be interrupted before the next.
  [[nodiscard]] bool starts_now(const RunningJob& running) const;
  /// Takes a running job's nodes away, unless it `starts_now`: it waits again. Started again on its
  /// nodes in the same pass, it never stopped. With a grace time it leaves them later: it is not to
  /// be interrupted twice.
  void interrupt(const Interruption& what);

  /// Closes the pass: started jobs leave the queue.
  void end();
  [[nodiscard]] const std::vector<Placement>& decisions() const { return decisions_; }
  [[nodiscard]] std::span<const AllocationShare> shares(const Placement& p) const {
    return std::span(shares_).subspan(p.first_share, p.shares);
  }
  /// Jobs that gave their nodes back, less those that were resumed. Applied before the decisions.
  [[nodiscard]] const std::vector<Interruption>& interruptions() const { return interruptions_; }
  /// Jobs that leave their nodes when their grace time is over.
  [[nodiscard]] const std::vector<Interruption>& leaving() const { return leaving_; }
  /// For policies that pick: another pass is wanted at this very instant, as after interruptions.
  void ask_for_another() { another_wanted_ = true; }
  /// True when interrupted jobs joined the queue as the pass ended, or the policy said so: it is
  /// worth another one.
  [[nodiscard]] bool is_worth_another() const { return another_wanted_ || !returning_.empty(); }
  /// Jobs that a limit holds back.
  [[nodiscard]] const std::vector<WaitingJob>& held() const { return held_; }

 private:
  class Preference;
  [[nodiscard]] bool may_ask_for_nothing(const WaitingJob& job) const;
  bool hold_back_by_limits(std::size_t i);
  void let_leave(RunningJob& running, const Interruption& what);
  /// Of those nodes; null: all.
  bool place_in(const Demand& demand, const NodeFilter* open);
  bool place_where_open(const WaitingJob& job, const NodeFilter* filter);
  /// Asks `place` with the nodes that `filter`, rules and limits all leave open.
  template <class Place>
  bool where_open(const WaitingJob& job, const NodeFilter* filter, const Place& place);
  std::optional<Placement> place(const WaitingJob& job, const NodeFilter* filter);
  /// The same with fewer nodes, as many as there are.
  std::optional<Placement> place_smaller(const WaitingJob& job);
  bool resume(std::size_t i, const NodeFilter* filter);
  [[nodiscard]] bool could_go_on(std::uint32_t job);
  /// A suspended job with what it held.
  std::optional<Placement> place_again(const WaitingJob& job, const NodeFilter* filter);
  void note_start(const WaitingJob& job, const Placement& placement);

  Parts parts_;
  mutable OpenMeanwhile meanwhile_;               // of the last question
  mutable std::optional<BothFilters> both_ = {};  // likewise
  mutable std::optional<BothFilters> limits_and_away_ = {};
  mutable std::optional<BothFilters> hours_too_ = {};
  Seconds now_{0.0};
  bool freed_ = false;
  std::vector<Placement> decisions_;
  Allocation shares_;
  std::vector<Interruption> interruptions_;
  std::vector<Interruption> leaving_;
  std::vector<RunningJob> before_;  // as interruptions_: the jobs as they ran
  std::optional<WaitingJob> as_;    // the job of the last placement, where that is smaller
  bool backfilled_ = false;         // or there is nobody to do it
  bool another_wanted_ = false;
  std::set<std::uint32_t> no_way_for_;  // jobs, until capacity comes back
  std::vector<WaitingJob> held_;
  std::vector<WaitingJob> returning_;  // interrupted, into the queue when the pass ends
};

}  // namespace gpuscape
