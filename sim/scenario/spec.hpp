#pragma once
/// A scenario as plain data: what the file said, checked and with defaults filled in. Parameters
/// that belong to a model stay opaque here (`ModelSpec`); the model reads them itself.

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/units/quantity.hpp"
#include "sim/fields/model_names.hpp"
#include "sim/fields/model_spec.hpp"
#include "sim/scenario/dataset_spec.hpp"
#include "sim/scenario/date_spec.hpp"
#include "sim/scenario/failure_spec.hpp"
#include "sim/scenario/gpus_from.hpp"
#include "sim/scenario/maintenance_spec.hpp"
#include "sim/scenario/measured_on_spec.hpp"
#include "sim/scenario/negligible_spec.hpp"
#include "sim/scenario/rules_spec.hpp"
#include "sim/scenario/scheduler_spec.hpp"
#include "sim/scenario/serves_spec.hpp"

namespace gpuscape {

struct CostSpec;
struct PartBook;
struct NodeGroupSpec {
  std::string name;
  ModelSpec model;
};
struct NetworkSpec {
  std::string name;
  ModelSpec model;
};
struct ClusterSpec {
  std::vector<NodeGroupSpec> nodes;  ///< in the order written
  std::vector<NetworkSpec> networks;
  std::vector<MaintenanceSpec> maintenance;
  std::vector<FailureSpec> failures;
  SparesSpec spares;
  std::vector<StorageSpec> storage;  ///< as its models have it; `check` fills it in
};

/// One trace column: where it is in the file and what unit its numbers have.
struct ColumnSpec {
  std::string field;  ///< submit, run_time, start, end, gpus, cores, memory, id, time_limit, user,
                      ///< account, partition, qos, job_name, state, after, nodes, gpu_models,
                      ///< features, gpu_profile, gpu_memory
  std::string from;   ///< header name in the file
  std::string unit;   ///< "s", "ms", "MiB", … or "datetime"; empty: the field's default
  std::optional<double> constant = std::nullopt;  ///< instead of a column: the same for every job
};

struct TraceSpec {
  std::string format;  ///< the name of one of trace_format_keys()
  std::string file;    ///< resolved against the scenario's folder
  std::string file_as_written;
  SourcePlace file_place;           ///< where the name stands
  std::vector<ColumnSpec> columns;  ///< for "csv"
  std::string columns_from;         ///< the shipped map by whose columns the log was recognised
  char delimiter = ',';
  bool obeys_dependencies = true;  ///< a job waits for those that the log names
  /// What field 5 of an extended SWF log counts: "nodes", "cores", or "auto": as the log shows.
  std::string processors = "auto";
  std::int64_t shards_per_gpu = 0;  ///< of Slurm's gres/shard; 0: not known
  bool attempts_in_order = false;   ///< an attempt of a requeued job waits for the one before it
  std::string time_zone;  ///< of dates without one: a name or an offset; empty: UTC, and said so
  bool every_job_has_gpus = false;         ///< no row that is read is a job without a GPU
  std::optional<SelectorSpec> where = {};  ///< only these jobs
  std::optional<DateSpec> from = {};       ///< only jobs submitted then or later
  std::optional<DateSpec> to = {};         ///< only jobs submitted earlier
  std::optional<Seconds> begins_at = {};   ///< after the run's first second; none: by its dates
};

struct QuantileSpec {  ///< a point of a quantile function
  double share;        ///< of the draws that lie at or below `value`, 0 to 1
  double value;
};

/// A distribution by name with its parameters, in SI units.
struct DistributionSpec {
  std::string kind;  ///< "constant", "uniform", "exponential", "lognormal", "weibull", "quantiles"
  double first = 0.0;   ///< value of constant, low end, mean of exponential, median, scale
  double second = 0.0;  ///< uniform: high; lognormal: sigma of the logarithm; weibull: shape
  double most = 1.7976931348623157e308;   ///< draws above are set to this
  std::vector<QuantileSpec> quantiles{};  ///< by rising share from 0 to 1; values do not fall
};

struct GpuShareSpec {
  std::int32_t gpus;
  double weight;
};

/// Run times of jobs that ask for so many GPUs or more, up to the next class.
struct RunTimeClassSpec {
  std::int32_t gpus_from;
  DistributionSpec run_time;
};

/// Arrival rates of a week: the product of the hour's factor and the day's. A factor is at least 0.
struct WeekSpec {
  std::array<double, 24> by_hour;
  std::array<double, 7> by_weekday;  ///< from Monday
  std::int32_t starts_on = 0;        ///< weekday of the run's start, 0 = Monday
};

/// The n-th of `count` users sends jobs in proportion to n^−zipf.
struct UsersSpec {
  std::int32_t count = 1;
  double zipf = 0.0;
};

struct GenerateSpec {
  std::optional<Seconds> duration;  ///< arrivals stop then; exactly one of duration and jobs
  std::optional<std::int64_t> jobs;
  /// Offered GPU time ÷ that of `load_gpus`; exactly one of load and jobs_per_hour.
  std::optional<double> load;
  /// Of what `load` is a share; none: of the scenario's own GPUs, which `check` fills in.
  std::optional<std::int64_t> load_gpus;
  std::optional<double> jobs_per_hour;
  bool diurnal = false;     ///< else Poisson
  double peak_hour = 15.0;  ///< hour of the day, 0 to 24; the run starts at midnight
  double peak_to_trough = 1.0;
  std::optional<WeekSpec> week;                    ///< else the two above
  std::vector<GpuShareSpec> gpus;                  ///< weights need not add up to 1
  DistributionSpec run_time;                       ///< unless given by size:
  std::vector<RunTimeClassSpec> run_time_by_gpus;  ///< by rising size; covers every size of `gpus`
  std::optional<DistributionSpec> time_limit_factor;  ///< of the run time; none: no limits
  double cores_per_gpu = 0.0;
  Bytes memory_per_gpu{0.0};
  std::optional<UsersSpec> users;  ///< none: nobody in particular
};

/// A fixed number of jobs in circulation: when one has ended, the next is submitted.
struct ClosedSpec {
  enum class Per : unsigned char { workload, node, gpu };
  Per per = Per::workload;  ///< what `jobs` counts for
  std::int64_t jobs = 1;
  std::vector<GpuShareSpec> gpus;  ///< as in GenerateSpec; empty: those of the node, or one
  DistributionSpec run_time;
  std::optional<DistributionSpec> think_time;  ///< from an end to the next submission; none: 0
  Seconds duration{0.0};                       ///< nothing is submitted from then on
};

/// One transfer from every device of a kind to another one of it.
struct PermutationSpec {
  bool random = true;      ///< who sends to whom is drawn; else by `shift`
  bool among_gpus = true;  ///< else among the nodes' host memories
  std::int64_t shift = 1;  ///< each sends to the one so many further on
};

/// Bytes that travel between two devices, one size after the other.
struct TransferSpec {
  std::string from;  ///< "gpu/3/gpu0", or "gpu/3": the host memory of its first socket
  std::string to;
  std::optional<PermutationSpec> permutation = {};  ///< instead of `from` and `to`
  std::vector<Bytes> bytes = {};
  std::int64_t concurrent = 1;  ///< so many at the same time, each of that size
  std::int64_t in_flight = 1;   ///< messages under way at once on each
  std::int64_t messages = 1;    ///< of each size; at least `in_flight`
  Seconds start{0.0};
  std::string transport = {};  ///< the catalogue's id; empty: by what the ends are
  SourcePlace place = {};
  std::string pointer = {};
};

/// What GPUs exchange together, one size after the other.
struct CollectiveSpec {
  std::string operation;           ///< "all-reduce"
  std::vector<std::string> among;  ///< "gpu/0/gpu0-7", "gpu/0-3", "gpu": GPUs by their names
  std::vector<Bytes> bytes = {};
  std::string algorithm = "auto";
  std::string type = "float";  ///< of the data
  std::string library = {};    ///< the catalogue's id; empty: by the GPUs' vendor
  LibrarySettings settings = {};
  bool in_place = false;
  bool launched = false;  ///< each is launched from the host; else a graph of calls is replayed
  bool together = false;  ///< all rounds of a stage as one
  Seconds start{0.0};
  SourcePlace place = {};
  std::string pointer = {};
};

/// Steps of an application on GPUs, of one number of them after the other.
struct StepsSpec {
  std::string name = {};  ///< of the application, in reports
  ApplicationSpec application = {};
  std::vector<std::string> on = {};     ///< as CollectiveSpec::among
  std::vector<std::int64_t> gpus = {};  ///< so many of them, the first ones; empty: all
  bool strong = false;      ///< the batch of all together stays that of the first number of GPUs
  std::int64_t steps = 1;   ///< one after the other
  bool together = false;    ///< as CollectiveSpec
  std::string client = {};  ///< the node that uses the GPUs of others, as `gpu_access` says
  /// Each step is the first of its process, whose GPU context the server holds already.
  bool cold = false;
  Seconds start{0.0};
  SourcePlace place = {};
  std::string pointer = {};
};

struct StreamSpec {
  std::string name;
  std::vector<TransferSpec> transfers;  ///< of a run at `step` detail; then none of the three
  std::vector<CollectiveSpec> collectives = {};  ///< likewise, beside transfers
  std::vector<StepsSpec> steps = {};             ///< likewise
  std::optional<TraceSpec> trace;                ///< else exactly one of the three
  std::optional<GenerateSpec> generate;
  std::optional<ClosedSpec> closed;
  std::optional<ApplicationSpec> application;  ///< of every job that has no class
  std::vector<ApplicationRuleSpec> rules;      ///< what the others are; then no `application`
  std::vector<JobClassSpec> classes;           ///< Job::application counts through them
  std::vector<ScaleSpec> scale;                ///< of a trace, one after the other
  std::optional<MeasuredOnSpec> measured_on;   ///< none: run times are as on this cluster
  // Of jobs that do not say it themselves; empty: any.
  std::string gpu_models;                   ///< one of these: "a100|h100"
  std::string features;                     ///< of nodes, as Slurm writes them: "nvlink&(ib|roce)"
  GpusFrom gpus_from = GpusFrom::anywhere;  ///< of all of them
  // Of those of them that ask for one GPU; empty, 0: nothing.
  std::string gpu_profile = {};
  Bytes gpu_memory{0.0};
  std::optional<double> gpu_use = {};     ///< of a GPU's time, alone; none: as much as they ask for
  SavesSpec saves;                        ///< what they keep when they are interrupted
  std::optional<ServesSpec> serves = {};  ///< requests that its jobs answer

  /// What runs at detail "step".
  [[nodiscard]] bool has_steps() const {
    return !transfers.empty() || !collectives.empty() || !steps.empty();
  }
};

/// A model of a kind beside those of cluster and scheduler.
struct PlacedModel {
  ModelPlace place;
  std::string name;  ///< the user's, where a place has models by name
  ModelSpec model;
};

struct SloSpec {
  std::string name;
  std::string metric = "queue_wait";       ///< an ObjectiveMetric's name
  bool of_jobs = true;                     ///< as ObjectiveMetric
  bool is_time = true;                     ///< likewise
  double quantile = 0.95;                  ///< of the jobs' values
  double limit = 0.0;                      ///< s, or a number
  bool at_least = false;                   ///< the limit is a lower one
  std::optional<SelectorSpec> where = {};  ///< only these jobs
};

/// What jobs compute, under the user's name or that of the catalogue.
struct NamedApplicationSpec {
  std::string name;
  ModelSpec model;
};

/// Whose network carries the transfers of a run at `step` detail.
enum class NetworkEngine : unsigned char { fluid, simgrid_cm02, simgrid_lv08 };

struct RunSpec {
  std::uint64_t seed = 1;
  double confidence = 0.95;
  std::optional<std::int64_t> replications;  ///< none: until intervals are narrow; of a log, 1
  std::optional<Seconds> warm_up;            ///< none: MSER (synthetic), 0 (log)
  bool by_steps = false;                     ///< `detail` is "step": transfers one by one
  NetworkEngine network = NetworkEngine::fluid;
  NegligibleSpec negligible = {};  ///< of differences to other designs
};

struct ScenarioSpec {
  std::string file;  ///< as the user named it
  std::string title;
  ClusterSpec cluster;
  std::vector<NamedApplicationSpec> applications = {};  ///< ApplicationSpec::model counts through
  std::vector<DatasetSpec> datasets = {};
  std::vector<CopySpec> copies = {};  ///< from store to store
  std::vector<StreamSpec> streams;
  SchedulerSpec scheduler;
  std::vector<PlacedModel> models;  ///< of the kinds that the program adds
  std::vector<SloSpec> slo;
  RunSpec run;
  std::shared_ptr<const CostSpec> cost;  ///< none: the scenario asks for no cost
  /// What the catalogue says of the parts that it names; null before they are looked up.
  std::shared_ptr<const PartBook> parts = nullptr;
  JsonValue libraries;  ///< for collectives, where there are any: the catalogue's entries by id
  /// For applications that depend on hardware, where there are any: the catalogue's by id.
  JsonValue gpus;
  JsonValue transports;  ///< at detail "step": the catalogue's entries by id; else null
  std::vector<std::string> variants;  ///< names, in the order written
  std::string variant;                ///< "" = base
  std::vector<std::string> notes;     ///< what reading it left out, one phrase each
  JsonValue resolved;                 ///< the whole scenario with every default written out
  std::vector<std::string>
      defaulted;  ///< JSON pointers of the values in `resolved` that are defaults
};

}  // namespace gpuscape
