#pragma once
/// The state of one run and what happens in it: arrivals, ends, and a scheduling pass after each
/// instant. It decides; how a job lives is up to its parts (life/lives.hpp), and whoever measures
/// or watches subscribes to its events (meters.hpp).

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "sim/engine/simulation.hpp"
#include "sim/run/arrivals.hpp"
#include "sim/run/dependencies.hpp"
#include "sim/run/hours_of_run.hpp"
#include "sim/run/lanes.hpp"
#include "sim/run/life/instance_maker.hpp"
#include "sim/run/life/lives.hpp"
#include "sim/run/meters.hpp"
#include "sim/run/nodes/impairments.hpp"
#include "sim/run/nodes/node_outages.hpp"
#include "sim/run/nodes/store_changes.hpp"
#include "sim/run/queue_places.hpp"
#include "sim/run/record/run_result.hpp"
#include "sim/run/record/run_view.hpp"
#include "sim/run/standbys.hpp"
#include "sim/run/use_of_nodes.hpp"
#include "sim/run/wake_ups.hpp"
#include "sim/run/workload_facts.hpp"
#include "sim/scheduling/defragment/way_maker.hpp"
#include "sim/scheduling/holdings.hpp"
#include "sim/scheduling/open_meanwhile.hpp"
#include "sim/scheduling/pods/pod_claims.hpp"
#include "sim/workload/source.hpp"

namespace gpuscape {

class RunState final : public EventHandler {
 public:
  RunState(Platform platform, Policies policies, std::unique_ptr<WorkloadSource> source,
           TrafficParts exchanged = {}, WorkloadFacts facts = {}, RunTimeScale* scale = nullptr,
           OutagesOfNodes outages = {}, std::vector<SavesSpec> terms = {});
  RunState(const RunState&) = delete;
  RunState& operator=(const RunState&) = delete;

  void handle_event(std::uint32_t token) override;
  void handle_completion(std::uint32_t token) override;
  void handle_input() override;
  void settle() override;

  [[nodiscard]] Simulation& simulation() { return simulation_; }
  [[nodiscard]] const Simulation& simulation() const { return simulation_; }
  [[nodiscard]] const FreeCapacity& capacity() const { return capacity_; }
  [[nodiscard]] const JobRecords& jobs() const { return records_; }
  [[nodiscard]] std::int64_t ended() const { return meters_.counts().ended(); }
  /// One more who is told of every decision from now on; must outlive the run.
  void observe(RunObserver& observer) { meters_.add(observer); }
  /// To be called before the run begins. Of several parts, the last one added is asked first.
  void add_part(std::unique_ptr<LifePart> part) { lives_.add_part(std::move(part)); }
  /// Likewise: what parts may have jobs write to.
  void write_to(WriteTargets targets) { lives_.write_to(std::move(targets), &capacity_); }
  /// As outages number them.
  void lose_parts_of(Stores stores) { stores_.take(stores); }
  void read_from(InputParts parts) { lives_.read_from(std::move(parts), capacity_); }
  /// Likewise, after those two: what is copied from store to store until jobs are over.
  void copy(std::shared_ptr<const CopyPlan> plan) {
    lives_.copy(std::move(plan));
    if (is_over()) lives_.stop_copies();
  }

  [[nodiscard]] const NodeOutages& outages() const { return outages_; }
  [[nodiscard]] RunView view() const;
  /// What is known so far, moving the jobs out: the state is spent. `header` holds what the run
  /// knew before it began.
  RunResult take_result(const RunResult& header);

 private:
  static constexpr std::uint32_t kNodeChange = EventQueue::kTokens - 2;  // a token
  static constexpr std::uint32_t kGraceOver = EventQueue::kTokens - 3;   // likewise
  static constexpr std::uint32_t kMayGrow = EventQueue::kTokens - 4;     // likewise
  static constexpr std::uint32_t kDecides = EventQueue::kTokens - 5;     // likewise
  static constexpr std::uint32_t kHours = EventQueue::kTokens - 6;       // likewise

  [[nodiscard]] PolicyContext context() const;
  [[nodiscard]] bool can_ever_fit(const WaitingJob& job) const;
  [[nodiscard]] WaitingJob as_waiting(std::uint32_t job, const Job& record) const;
  /// How long planners expect a job without time limit to hold its nodes, for so much of its work.
  [[nodiscard]] Seconds expected_life(std::uint32_t job, const Job& record, Seconds work) const;
  [[nodiscard]] WaitingJob as_waiting(std::uint32_t job) const {
    return as_waiting(job, records_.job(job));
  }
  /// What it holds when it starts: what it asks for, and standbys.
  [[nodiscard]] Demand demand_of(const Job& record) const {
    return standbys_.any() ? standbys_.held_by(record) : record.demand;
  }
  [[nodiscard]] const NodeMask* open_to(std::uint32_t job) const;
  /// The nodes to which a running job may go, or which it may take as well, until its expected end
  /// and so much longer; null: all. Valid until the next question.
  const NodeFilter* open_until_end(std::uint32_t slot, Seconds longer = Seconds(0.0));
  /// The jobs of this very date: those who measure do not know yet whether they wait.
  [[nodiscard]] bool is_new(std::uint32_t job) const { return job >= first_new_; }
  void pull();
  void submit(std::uint32_t job);
  /// Whether it waits, and for what, as far as that can be said of a job that was just added.
  struct Entry {
    JobState state = JobState::waiting;
    bool has_dependency = false;
  };
  Entry enter(const WaitingJob& job);
  void enqueue(WaitingJob& job, bool by_policy = false);
  void resolve_dependents(std::uint32_t job);
  void release_held();
  void look(Lane& lane);
  /// Whether the lane's scheduler decides at a later date, which is planned.
  bool decides_later(Lane& lane);
  void publish_new_waits();
  [[nodiscard]] bool is_due(std::size_t lane) const;
  void publish_heads();
  void publish_pods(PodClaims& pods);
  void lose_pods(const std::vector<OutageNode>& nodes);
  /// Jobs that are suspended there lose what they did not save, and wait like any other.
  void lose_suspended(const std::vector<OutageNode>& nodes);
  void plan_hours();
  void change_hours();
  std::size_t start_by_hours(Lane& lane);
  void begin_hours();
  void begin_hours(std::size_t which);
  [[nodiscard]] WaitingJob as_waiting_again(std::uint32_t job) const;
  void plan_wake_up();
  /// No job runs, and none can start any more.
  [[nodiscard]] bool is_over() const;
  /// From now on making instances of GPUs takes the time that it takes.
  void make_instances();
  void apply(const SchedulingPass& pass, const Placement& placement);
  /// The job of that slot gives back what it holds, if a pass has not given it back, and leaves.
  void interrupt(std::uint32_t slot, const Interruption& what);
  void hold_back(const WaitingJob& job);
  /// What comes in that life: it ends, goes on, or gives up nodes.
  void follow(std::uint32_t slot, Lives::Next next);
  /// Whoever shared its GPU gets on as that has it now.
  void change_paces(std::span<const std::uint32_t> slots);
  void leave_gpu(std::uint32_t slot);
  /// What it has comes back; thousandths of GPUs that nobody has any more by that.
  std::int64_t give_back(std::uint32_t slot, ExpectedReleases* releases);
  /// It asks for whole GPUs, and has parts of them.
  [[nodiscard]] bool shares_whole(std::uint32_t slot) const;
  void note_average(std::uint32_t slot);
  void end_job(std::uint32_t slot);
  /// Its record has ended, and its slot is free.
  void job_ended(std::uint32_t job, std::int64_t gpu_milli);
  /// Whether being stopped once more ends the job.
  [[nodiscard]] bool gives_up(std::uint32_t job) const;
  /// It leaves its nodes for good.
  void end_early(std::uint32_t slot, JobState state);
  /// Those whose limits are used up.
  void kill_due();
  void change_nodes();
  /// An outage that takes no node out of service begins, or has ended.
  void impair(std::size_t outage, bool begins);
  void slow_links(std::size_t outage, bool begins);
  [[nodiscard]] std::vector<std::uint32_t> slots_on(const std::vector<OutageNode>& nodes) const;
  /// How running jobs move; null: they do not.
  [[nodiscard]] const DefragmentSpec* moving() const {
    return policies_.defragment ? &*policies_.defragment : nullptr;
  }
  /// How running jobs are asked to leave room, where any may be.
  RoomMakers room_makers();
  bool make_way(const WaitingJob& job, const NodeFilter* open, const MayDrop* drops);
  [[nodiscard]] NodeMask copied(const NodeFilter& open, const Demand& share) const;
  /// What the job of a slot says to leaving a node of it.
  std::optional<WayMaker::Terms> terms_of_way(std::uint32_t slot, const MayDrop* drops);
  [[nodiscard]] std::size_t most_dropped(std::uint32_t job, const MayDrop* drops) const;
  bool goes_elsewhere(std::uint32_t slot, const std::vector<OutageNode>& from);
  [[nodiscard]] bool may_move(std::uint32_t job) const;
  [[nodiscard]] Seconds pause_of_move(std::uint32_t slot) const;
  [[nodiscard]] double weight(const Demand& demand) const;
  [[nodiscard]] double weight_held(std::uint32_t slot) const;
  [[nodiscard]] std::optional<SmallerJob> smaller(std::uint32_t job, std::uint32_t fewer) const;
  /// Nodes that a job asks for; 0: it is not elastic.
  [[nodiscard]] std::uint32_t elastic_nodes(const Job& job) const;
  /// The same of a running job, which has whole GPUs of its own, on all its nodes alike.
  [[nodiscard]] bool is_elastic(std::uint32_t slot) const;
  void regroup(std::uint32_t slot, std::span<const Relocation> moves);
  /// Elastic jobs take the nodes that nobody waits for.
  void grow();
  void grow(std::uint32_t slot, const Allocation& by);
  [[nodiscard]] bool may_have(std::uint32_t slot, std::size_t more) const;
  void tell_limits(std::uint32_t slot);
  [[nodiscard]] std::vector<std::uint32_t> may_grow();
  /// What becomes of the jobs that an outage finds on its nodes.
  void meet_outage(std::size_t outage);
  /// The job goes on without those of its shares that are on nodes of the outage, with standbys in
  /// the place of those that it works on; false where it cannot.
  bool goes_on(std::uint32_t slot, std::size_t outage);
  /// Whether an outage need not stop the job: it has standbys, or may go on with fewer nodes.
  [[nodiscard]] bool may_go_on(std::uint32_t slot) const;
  /// Nodes on which it started.
  [[nodiscard]] std::uint32_t full_size(std::uint32_t slot) const;
  [[nodiscard]] double size_of(std::uint32_t slot) const;
  /// It works on all alike, which it has for itself, and its stream lets it shrink.
  [[nodiscard]] bool may_shrink(std::uint32_t slot) const;
  /// Those of its nodes without which it could go on.
  [[nodiscard]] std::size_t dispensable(std::uint32_t slot) const;
  /// Its record has other spans from now on.
  void record_size(std::uint32_t slot);
  /// The job works without that share.
  void drop(std::uint32_t slot, std::uint32_t which);
  /// Nodes that were claimed for it work too.
  void join(std::uint32_t slot);
  /// Planners expect the end that the nodes which it has give it, after `pause`.
  void expect_anew(std::uint32_t slot, Seconds pause);
  /// Up to `count` shares like those of the job, claimed; none where there are fewer than `least`.
  std::optional<Allocation> find_others(std::uint32_t slot, std::size_t count, std::size_t least,
                                        Seconds& pause);
  [[nodiscard]] Demand asked_again(std::uint32_t slot, const AllocationShare& like) const;
  std::optional<AllocationShare> find_free(std::uint32_t slot, const AllocationShare& like,
                                           const Allocation& besides);
  std::optional<AllocationShare> find_spare(std::uint32_t slot, const AllocationShare& like,
                                            const Allocation& besides);
  void lose_standby(std::uint32_t slot, std::uint32_t which);
  void put_in_place(std::uint32_t slot, std::uint32_t which, const AllocationShare* by);
  /// The node goes to the job whose it was when it failed, if that is still there: one that lacks
  /// nodes is told by its slot, and has to `join`; one with standbys has one more.
  std::optional<std::uint32_t> come_back(const OutageNode& node);
  void call_spares();
  void hold_free_nodes();
  /// Unless one is planned that comes no later.
  void plan_node_change();
  /// The job leaves its nodes, whatever pass there is, and waits again.
  void requeue(std::uint32_t slot, const Interruption& what);
  /// It is stopped when its grace time is over, unless it has ended by then.
  void let_leave(const Interruption& what);
  void stop_leaving();
  void add_unserved(RunResult& result) const;
  [[nodiscard]] Lane& lane_of(std::uint32_t job) const {
    return lanes_.has_one() ? lanes_.first() : lanes_.of(as_waiting(job));
  }
  /// One of which it holds a part counts as a GPU.
  [[nodiscard]] AllocationSpan span_of(const AllocationShare& of) const {
    return {platform_.first_node(of.group) + of.node,
            of.share.gpu_milli == 0 ? of.share.gpus : gpus_in_part(of), of.gpus};
  }
  [[nodiscard]] std::int32_t gpus_in_part(const AllocationShare& of) const;
  /// Other GPUs for a span that a job gives up, where there are any.
  void place_elsewhere(std::uint32_t slot, std::size_t which);

  Platform platform_;
  Policies policies_;
  PolicyParts hooks_;
  WorkloadFacts facts_;
  Arrivals arrivals_;
  Simulation simulation_;
  FreeCapacity capacity_;
  bool any_elastic_;
  NodeOutages outages_;
  Impairments impairments_;
  StoreChanges stores_;
  Holdings holdings_;
  std::optional<Outages> announced_;    // none: no outage is planned
  std::optional<Seconds> node_change_;  // planned
  HoursOfRun hours_;
  Lanes lanes_;
  JobRecords records_;
  std::optional<GpuNeighbours> neighbours_;  // none: nobody shares a GPU
  Lives lives_;
  InstanceMaker* instances_ = nullptr;  // of `lives_`; null: making instances takes no time
  RegroupResult regrouped_;
  Dependencies dependencies_;
  /// A job in its grace time.
  struct Leaving {
    Interruption what;
    Seconds life_start{0.0};  ///< it means this life
  };
  std::multimap<Seconds, Leaving> leaving_;  // by the date on which they are stopped
  std::unordered_set<std::uint32_t> held_;   // by limits
  WakeUps wake_ups_;
  Standbys standbys_;
  QueuePlaces places_;
  OpenMeanwhile stays_open_;                // of the last question
  std::optional<BothFilters> limits_too_;   // likewise
  std::optional<BothFilters> outages_too_;  // likewise
  std::optional<BothFilters> hours_too_;    // likewise
  Seconds grows_at_{kForever};              // planned
  std::optional<NodeMask> in_service_;      // without spares; none: there are none
  Meters meters_;
  std::uint32_t first_new_ = 0;        // jobs from here on arrived at this date
  std::vector<AllocationSpan> spans_;  // scratch
};

}  // namespace gpuscape
