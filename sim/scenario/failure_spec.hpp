#pragma once
/// What fails, how it is repaired, and how jobs save their work, as a scenario has it.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/json/json.hpp"
#include "sim/base/units/quantity.hpp"
#include "sim/scenario/store_makeup.hpp"

namespace gpuscape {

/// How long a node is away after a failure.
struct RepairSpec {
  Seconds time{0.0};
  bool is_mean = false;       ///< `time` is a mean; else it always takes so long
  double sigma = 0.0;         ///< of the logarithm of lognormal times; 0: they are exponential
  double manual_share = 0.0;  ///< of automatic repairs that a person has to go on with
  Seconds manual_time{0.0};   ///< on top for those, drawn as `time` is
  bool failed_go_on = false;  ///< `manual_share` is of automatic repairs that failed; else of all
  /// Probability that a repair leaves a bad part bad; 1: always.
  double silent_failure = 1.0;
  double manual_silent_failure = 1.0;  ///< the same of a manual repair
};

/// Parts of one kind that fail and take their nodes with them.
struct FailureSpec {
  enum class Of : std::uint8_t {
    nodes,
    gpus,
    adapters,
    leaf_switches,  ///< of the network over which the nodes' jobs exchange data
    domains,        ///< `nodes_each` neighbours that fail together: a rack, a power feed
    managers,       ///< `servers` that are none of the nodes: no job starts without a majority
    storage,        ///< machines of `store`: it serves less until they are back
    drives          ///< of its machines, likewise
  };
  /// It is of a store, not of nodes.
  [[nodiscard]] bool is_of_store() const { return of == Of::storage || of == Of::drives; }

  std::string name;
  std::string entry;               ///< of the catalogue, which says the rest; empty: none
  std::vector<std::string> nodes;  ///< as written: "gpu", "gpu/3", "gpu/0-3"; empty: all
  Of of = Of::nodes;
  std::int64_t nodes_each = 1;
  std::int64_t servers = 0;  ///< of managers
  std::string store = {};    ///< of storage and drives: its name
  std::string network = {};  ///< whose adapters or leaf switches; empty: that of the jobs
  Seconds mean_time{0.0};    ///< between failures of one part
  double shape = 1.0;        ///< of Weibull's distribution of the time to a failure; 1: exponential
  double bad_share = 0.0;    ///< of the nodes or domains: they fail `bad_factor` times as often
  double bad_factor = 1.0;
  double idle_factor = 1.0;       ///< of the rate, while no job works on the part
  double wrong_node = 0.0;        ///< probability that another node of the job goes to repair
  std::int64_t retire_after = 0;  ///< repairs, of which the last has no end; 0: never
  /// Of jobs on the nodes until they are repaired, which stay in service; none: they leave it.
  std::optional<double> pace = {};
  /// Of the links of adapters or leaf switches to their nodes, which stay in service; none: they
  /// leave it.
  std::optional<double> link_rate = {};
  RepairSpec repair;
  std::string log;  ///< a file of failures, instead of drawing them; empty: none
  SourcePlace place;
  std::string pointer;
};

/// Nodes that are not in service until they are needed in the place of others.
struct SparesSpec {
  std::vector<std::string> nodes;  ///< as written: "gpu", "gpu/3", "gpu/0-3"; empty: none
  Seconds time{0.0};               ///< to bring one into service
  SourcePlace place;
  std::string pointer;
};

/// Copies of a job's state in the memory of its other nodes, between two checkpoints.
struct InMemorySpec {
  Seconds every{0.0};         ///< of the run time
  Seconds write{0.0};         ///< the job waits for so long
  std::int64_t survives = 1;  ///< nodes of the job, lost at once
};

/// How jobs save their work.
struct CheckpointSpec {
  std::optional<Seconds> every = {};    ///< of the run time; none: as Daly's formula has it
  std::int64_t every_steps = 0;         ///< steps of the application, instead; 0: none
  Seconds write{0.0};                   ///< how long a write takes; with `to`: nothing
  std::optional<Seconds> staging = {};  ///< none: the job waits for the write; else for so long
  /// Of one checkpoint of a job; with `to`, none: as its application's parameters have it.
  std::optional<Bytes> size = {};
  std::optional<std::size_t> to = {};  ///< into ClusterSpec::storage; none: `write` says how long
  std::string to_name = {};            ///< as written; empty: none
  std::optional<InMemorySpec> in_memory = {};
  SourcePlace place = {};
  std::string pointer = {};
};

/// What an application says of the jobs that run it, instead of their stream.
struct ApplicationSavesSpec {
  std::optional<CheckpointSpec> checkpoint = {};
  std::optional<Seconds> restart = {};
};

/// What jobs write their checkpoints to.
struct StorageSpec {
  std::string name;
  BytesPerSecond write_bandwidth{1.0};          ///< shared by all who write at one date
  std::optional<BytesPerSecond> per_node = {};  ///< what a node can write at most; none: no bound
  /// What a node can send over the network, of the nodes that can send least.
  BytesPerSecond way_per_node{std::numeric_limits<double>::infinity()};
  BytesPerSecond write_of_all{1.0};  ///< of all that it was built with
  StoreMakeup makeup = {};
};

/// Nodes that a job holds besides those that it works on.
struct StandbysSpec {
  std::int32_t nodes = 0;
  Seconds selection{0.0};  ///< to choose another node when none of them is left
  SourcePlace place = {};
  std::string pointer = {};
};

/// Jobs that go on with fewer nodes when some fail and no others are found.
struct ShrinkSpec {
  std::int32_t at_least = 0;  ///< nodes; 0: jobs keep their size
  SourcePlace place = {};
  std::string pointer = {};
};

/// Jobs that run on more or fewer nodes than they ask for, as there is room.
struct ElasticSpec {
  std::uint32_t min = 0;  ///< nodes; 0: jobs keep their size
  std::uint32_t max = 0;  ///< nodes
  Seconds pause{0.0};     ///< of each change: they save what they did, and form anew
  Seconds every{0.0};     ///< at most one step up in so much time
  SourcePlace place = {};
  std::string pointer = {};
};

/// What the jobs of a stream keep when they are interrupted, and what they do then.
struct SavesSpec {
  std::optional<CheckpointSpec> checkpoint = {};  ///< none: an interrupted job begins anew
  Seconds restart{0.0};                           ///< before an interrupted job works again
  StandbysSpec standbys = {};
  std::optional<std::int64_t> max_restarts = {};  ///< after failures; none: no limit
  bool requeue_at_back = false;                   ///< else an interrupted job keeps its place
  ShrinkSpec shrink = {};
  ElasticSpec elastic = {};
};

}  // namespace gpuscape
