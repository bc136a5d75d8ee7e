#pragma once
/// What one run of one scenario gives: every job's life, the cluster over time, and what was
/// counted.

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim/base/id.hpp"
#include "sim/base/units/quantity.hpp"
#include "sim/platform/cluster/network.hpp"
#include "sim/platform/node_gpus.hpp"
#include "sim/platform/planned_outage.hpp"
#include "sim/run/record/assumption.hpp"
#include "sim/run/record/copy_result.hpp"
#include "sim/run/record/hours_result.hpp"
#include "sim/run/record/input_result.hpp"
#include "sim/run/record/job_records.hpp"
#include "sim/run/record/series.hpp"
#include "sim/run/record/serving_result.hpp"
#include "sim/run/record/sharing_result.hpp"
#include "sim/run/record/workload_use.hpp"
#include "sim/scheduling/pods/pods_result.hpp"
#include "sim/scheduling/queues/queue_result.hpp"
#include "sim/workload/job.hpp"
#include "sim/workload/origin_table.hpp"
#include "sim/workload/read_report.hpp"

namespace gpuscape {

class CostModel;

/// What a waiting job waits for.
enum class WaitReason : std::uint8_t {
  order,                  ///< it would fit: others come first, or a reservation keeps it back
  gpus_short,             ///< fewer GPUs are free than it asks for
  no_whole_node,          ///< enough are free, but not on the nodes that it needs
  cores_or_memory_short,  ///< its GPUs are free, on nodes whose cores or memory are gone
  limit,                  ///< a limit of its user, account, QOS or partition holds it back, or it
                          ///< would fit on nodes that are not open to it
  dependency,             ///< the job that it depends on has not completed
  model_short,            ///< it would fit on GPUs of a model, or nodes with features, that it does
                          ///< not ask for
  managers_away,          ///< a majority of the management servers is lost, and no job starts
};
inline constexpr std::size_t kWaitReasons = 8;
using SecondsByReason = std::array<Seconds, kWaitReasons>;

/// The reason for which a job that did not start at once waited longest.
struct JobWait {
  std::uint32_t job = 0;
  WaitReason reason = WaitReason::order;
};

/// Why jobs waited in a run.
struct WaitResult {
  SecondsByReason seconds{};               ///< over all jobs
  std::vector<SecondsByReason> by_origin;  ///< the same for the jobs of each origin
  std::vector<JobWait> jobs;               ///< those that waited and started, by rising job
};

/// How one link was used over a run.
struct LinkUse {
  std::string name;
  LinkTier tier = LinkTier::host;
  double mean = 0.0;         ///< used share of its capacity, averaged over the run
  double nearly_full = 0.0;  ///< share of the time with more than 90 % used
};

/// One of the links that slowed jobs: into TrafficResult::links.
using SlowingLink = Id<struct SlowingLinkTag>;

/// What sharing the network did to one job.
struct TrafficRecord {
  std::uint32_t job = 0;
  SlowingLink slowed_by;  ///< none: by nothing
  double slowdown = 1.0;  ///< time it ran ÷ time it would have run alone below one switch
};
static_assert(sizeof(TrafficRecord) == 16);

/// What a job on lent GPUs paid for them, of its time on nodes.
struct RemoteCost {
  Seconds calls{0.0};   ///< waits for answers, and calls that took longer than computing
  Seconds copies{0.0};  ///< that nothing hid, alone on the cluster; others' traffic comes on top
  Seconds attach{0.0};  ///< until its clients had the GPUs
  /// Other jobs that had GPUs of its servers while it ran.
  std::uint32_t neighbours = 0;
  std::uint32_t nearest = 0;  ///< of them the one that was there longest, by its index
  Seconds with_nearest{0.0};  ///< for how long; 0: it had no neighbour
};

/// What the network did in a run in which jobs exchanged data.
struct TrafficResult {
  std::vector<TrafficRecord> jobs;  ///< those that exchanged and ended, by rising job
  std::vector<std::string> links;   ///< names of the links that slowed jobs
  std::vector<LinkUse> busiest;     ///< the first ten, busiest first
  struct Loss {
    LinkUse link;
    GpuSeconds gpu_seconds{0.0};  ///< lost while that link set the pace of jobs
  };
  std::vector<Loss> losses;        ///< the first ten, the costliest first
  GpuSeconds lost{0.0};            ///< what jobs held beyond their time alone
  GpuSeconds lost_on_routes{0.0};  ///< of it by the latency of longer routes alone
  /// What calls and copies took of jobs on lent GPUs that ended, by rising job.
  std::vector<std::pair<std::uint32_t, RemoteCost>> remote = {};
  GpuSeconds lost_by_own_copies{0.0};    ///< of `lost_by_copies`: on no link that others can use
  GpuSeconds lost_by_calls{0.0};         ///< calls to lent GPUs
  GpuSeconds lost_by_copies{0.0};        ///< copies that nothing hid, each alone on the cluster
  std::int64_t shorter_than_a_step = 0;  ///< jobs that end before their first step does
  RoutingFacts routing = {};
  bool by_rings = true;                    ///< some jobs exchange data in a ring over their nodes
  bool by_collectives = false;             ///< some by the collective that their application names
  std::vector<std::string> networks = {};  ///< names of those that carried it
};

/// What attaching took of a run.
struct AttachResult {
  std::int64_t jobs = 0;        ///< that used lent GPUs
  std::int64_t attached = 0;    ///< GPUs that were attached for a job
  std::int64_t kept = 0;        ///< GPUs that a job's client had already
  std::int64_t failed = 0;      ///< attempts
  GpuSeconds gpu_seconds{0.0};  ///< held by jobs that waited for it
  std::vector<std::pair<std::uint32_t, Seconds>> waits = {};  ///< what each start of a job took
};

/// Of the time that a job was on nodes: what was no progress that it kept.
struct LifeTimes {
  Seconds starting{0.0};    ///< before it worked: start-up, attaching, restarts
  Seconds saving{0.0};      ///< it waited for its checkpoints
  Seconds redone{0.0};      ///< run time on its nodes that interruptions lost
  Seconds straggling{0.0};  ///< it went slower, for nodes that were; times its size
  Seconds sharing{0.0};     ///< it went slower, for what it got of its GPU
  // Of the first two, the share of its nodes that it lacked meanwhile.
  Seconds starting_lacked{0.0};
  Seconds saving_lacked{0.0};
};

/// What jobs wrote to a storage.
struct StoreUse {
  std::string name = {};
  std::int64_t writes = 0;  ///< that were complete
  Bytes written{0.0};       ///< those cut short among them
  Seconds busy{0.0};        ///< anybody wrote
  std::int64_t most = 0;    ///< at once
};

/// Running jobs that went to other nodes, or took or gave up some, for the sake of room.
struct RegroupResult {
  std::int64_t moves = 0;     ///< of a job, on however many of its nodes
  std::int64_t made_way = 0;  ///< jobs that fitted by moves, or by nodes that others gave up
  std::int64_t shrinks = 0;
  std::int64_t grows = 0;
  std::int64_t smaller_starts = 0;  ///< on fewer nodes than a job asks for
  std::int64_t not_worth = 0;       ///< times that moving would have cost more than it gains
  GpuSeconds paused{0.0};           ///< held by jobs that paused for it
  bool moves_jobs = false;          ///< the scheduler has "defragment"
  bool elastic = false;             ///< some stream has "elastic"
};

/// A storage of which machines were lost in a run.
struct StoreLoss {
  std::string name;
  std::string machine;           ///< "controller"
  std::int64_t of = 0;           ///< machines in service when it began
  std::int64_t times = 0;        ///< any was lost
  std::int64_t most = 0;         ///< of them away at once
  std::int64_t drives = 0;       ///< in its machines
  std::int64_t drive_times = 0;  ///< any of those was lost
  std::int64_t most_drives = 0;  ///< of those away at once
  std::int64_t most_missed = 0;  ///< machines and drives lost at once and not rebuilt
  Seconds degraded{0.0};         ///< some lost and not rebuilt
  Seconds down{0.0};             ///< so many that it served nobody; part of `degraded`
  std::int64_t rebuilds = 0;     ///< that were completed
  Seconds rebuilding{0.0};       ///< some under way
  std::int64_t survives = 0;     ///< lost at once while it serves
  std::int64_t data_losses = 0;  ///< times that more were missed than its protection survives

  [[nodiscard]] bool lost_data() const { return data_losses > 0; }
  [[nodiscard]] bool any() const { return times + drive_times > 0; }
};

/// What failed in a run, under the scenario's name for it.
struct FailureCount {
  std::string name;
  std::int64_t times = 0;
  std::int64_t jobs = 0;     ///< that were stopped, or slowed
  Seconds mean_repair{0.0};  ///< of those that had an end
  std::int64_t retired = 0;  ///< nodes that never come back
  OutageEffect effect = OutageEffect::away;
};

/// How one node is called in reports.
struct NodeLabel {
  std::string group;
  std::uint32_t first_node;
  std::uint32_t count;
  std::int32_t gpus;
  bool pool;
  std::int64_t milli_cores = 0;
  std::int64_t memory_mib = 0;
  std::string gpu_model = {};               ///< empty: not known
  std::vector<std::string> gpu_names = {};  ///< where GPUs are told apart
  GpuSetNumbers gpu_sets{};                 ///< what AllocationSpan::which stands for
  GpuSeconds stranded{0.0};                 ///< known only where jobs ask for certain nodes
};

/// A stretch in which a node was out of service.
struct NodeAway {
  std::uint32_t node = 0;  ///< over the cluster
  Seconds begin{0.0};
  Seconds end{0.0};
};

struct RunResult {
  JobRecords jobs;
  std::shared_ptr<const CostModel> cost = nullptr;  ///< of the design; null where none is asked for
  Timeline timeline;
  WaitResult waits;
  std::optional<QueueResult> queues = {};         ///< none where the policy has no queues
  std::optional<PodsResult> pods = {};            ///< none where jobs get all their pods at once
  std::optional<WorkloadUse> use;                 ///< none where no stream has rules
  std::vector<std::vector<std::string>> classes;  ///< names by stream and Job::application
  bool may_lose_work = false;                     ///< nodes can fail, or jobs save their work
  std::vector<FailureCount> failures = {};
  std::vector<NodeAway> nodes_away = {};  ///< by node and date; those of a node do not overlap
  /// Of jobs that paused or lost something, by rising job.
  std::vector<std::pair<std::uint32_t, LifeTimes>> life_times = {};
  std::vector<GpuRate> gpu_rates = {};          ///< of jobs that answer requests, on shared GPUs
  std::vector<ServingResult> serving = {};      ///< of streams whose jobs do
  std::vector<SharingResult> sharing = {};      ///< by group, where parts of GPUs were held
  std::optional<RegroupResult> regrouped = {};  ///< none where no job may
  std::vector<HoursResult> hours = {};          ///< in the scenario's order
  std::vector<StoreUse> stores = {};
  std::vector<StoreLoss> store_losses = {};    ///< in the scenario's order
  std::optional<InputResult> input = {};       ///< none where no job reads from a store
  std::vector<CopyResult> copies = {};         ///< from store to store, in the scenario's order
  std::optional<AttachResult> attach;          ///< none where no GPUs are attached to clients
  std::map<std::uint32_t, RemoteCost> remote;  ///< by job on lent GPUs
  std::optional<TrafficResult> traffic;        ///< none where no job exchanges data over a network
  std::vector<NodeLabel> nodes;                ///< per group, by rising first_node
  std::vector<double> energy_kwh;              ///< by job, NaN where not known; empty: of none
  std::vector<std::string> streams;
  /// By stream: until when it submits, where it keeps a fixed number of jobs in circulation.
  std::vector<std::optional<Seconds>> closed;
  std::shared_ptr<const OriginTable> origins = std::make_shared<OriginTable>();
  std::vector<ReadReport> reads;  ///< one per trace stream
  std::int64_t gpus_total = 0;
  std::int64_t cores_total = 0;
  bool counts_cores = false;           ///< load and use are of cores: no job asks for a GPU
  Seconds end{0.0};                    ///< date of the last event
  bool partial = false;                ///< stopped before the last job ended
  std::optional<Seconds> unix_origin;  ///< Unix time of date 0 where the log says it
  std::int64_t never_fit = 0;
  std::vector<std::uint16_t> unserved_asks;  ///< of NodeAsks, which no group can serve
  std::int64_t not_submitted = 0;  ///< jobs of the logs that a partial run did not come to
  std::int64_t expected_by_run_time =
      0;  ///< jobs without limit whose expected end was their true run time (EASY)
  std::int64_t cores_or_memory_ignored =
      0;  ///< jobs placed on a pool although they ask for cores or memory
  std::vector<std::string> rescaling;     ///< of run times, as phrases; empty: they are as given
  std::vector<std::string> policy_notes;  ///< what the policy wants known, one phrase each
  bool backfilled = false;                ///< a backfill other than "none" was at work
  std::vector<Assumption> assumptions;    ///< printed under "assumes"

  /// True when a job asks for a GPU model or for features of nodes.
  [[nodiscard]] bool has_asks() const { return !origins->asks().empty(); }
  /// How many of what load and use are of a job holds: GPUs (processors of a pool), or cores.
  [[nodiscard]] double held(std::size_t job) const {
    const Demand& demand = jobs.demand(job);
    constexpr double kMilli = 1000.0;
    if (counts_cores) return static_cast<double>(demand.milli_cores) / kMilli;
    return demand.gpu_milli != 0 ? jobs.gpus_held(job, {.gpus = 1}) : demand.gpu_amount();
  }
  /// How many of them there are.
  [[nodiscard]] double capacity() const {
    return static_cast<double>(counts_cores ? cores_total : gpus_total);
  }
  /// True when a stream keeps a fixed number of jobs in circulation.
  [[nodiscard]] bool has_closed_stream() const;
  [[nodiscard]] bool is_closed(std::size_t stream) const {
    return stream < closed.size() && closed[stream].has_value();
  }
  /// The node's name as jobs.csv shows it: "gpu/3", or the group's name alone for a pool.
  [[nodiscard]] std::string node_name(std::uint32_t node) const;
  /// Which GPUs of its node a span holds; empty where they are not told apart.
  [[nodiscard]] GpuSet gpus_of(const AllocationSpan& span) const {
    return nodes[group_of(span.node)].gpu_sets[span.which];
  }
  /// The index in `nodes` of the group that holds the node.
  [[nodiscard]] std::size_t group_of(std::uint32_t node) const;
};

}  // namespace gpuscape
