#pragma once
/// A scenario as plain data: what the file said, checked and with defaults filled in. Parameters
/// that belong to a model stay opaque here (`ModelSpec`); the model reads them itself.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/json.hpp"
#include "sim/base/quantity.hpp"
#include "sim/scenario/model_spec.hpp"

namespace gpuscape {

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
};

/// One trace column: where it is in the file and what unit its numbers have.
struct ColumnSpec {
  std::string field;  ///< submit, run_time, start, end, gpus, cores, memory, id, time_limit, user,
                      ///< account, partition, qos, job_name, state, after
  std::string from;   ///< header name in the file
  std::string unit;   ///< "s", "ms", "MiB", … or "datetime"; empty: the field's default
  std::optional<double> constant = std::nullopt;  ///< instead of a column: the same for every job
};

struct TraceSpec {
  std::string format;  ///< "philly-csv", "swf", "csv", "sacct", "sacct-json", "openb"
  std::string file;    ///< resolved against the scenario's folder
  std::string file_as_written;
  SourcePlace file_place;           ///< where the name stands
  std::vector<ColumnSpec> columns;  ///< for "csv"
  char delimiter = ',';
  std::string time_zone;  ///< of dates without one: a name or an offset; empty: UTC, and said so
};

/// A distribution by name with its parameters, in SI units.
struct DistributionSpec {
  std::string kind;  ///< "constant", "uniform", "exponential", "lognormal", "weibull"
  double first =
      0.0;  ///< constant: value; uniform: low; exponential: mean; lognormal: median; weibull: scale
  double second = 0.0;  ///< uniform: high; lognormal: sigma of the logarithm; weibull: shape
  double most = 1.7976931348623157e308;  ///< draws above are set to this
};

struct GpuShareSpec {
  std::int32_t gpus;
  double weight;
};

struct GenerateSpec {
  std::optional<Seconds> duration;  ///< arrivals stop then; exactly one of duration and jobs
  std::optional<std::int64_t> jobs;
  std::optional<double>
      load;  ///< offered GPU time ÷ capacity; exactly one of load and jobs_per_hour
  std::optional<double> jobs_per_hour;
  bool diurnal = false;     ///< else Poisson
  double peak_hour = 15.0;  ///< hour of the day, 0 to 24; the run starts at midnight
  double peak_to_trough = 1.0;
  std::vector<GpuShareSpec> gpus;  ///< weights need not add up to 1
  DistributionSpec run_time;
  std::optional<DistributionSpec>
      time_limit_factor;  ///< limit = run time × factor; none: no limits
  double cores_per_gpu = 0.0;
  Bytes memory_per_gpu{0.0};
};

/// What every job of a stream computes and sends, step after step.
struct ApplicationSpec {
  Seconds step_time{1.0};     ///< of computing, > 0; the exchange comes on top
  Bytes bytes_per_step{0.0};  ///< reduced over all nodes of the job in every step
};

struct StreamSpec {
  std::string name;
  std::optional<TraceSpec> trace;  ///< exactly one of the two
  std::optional<GenerateSpec> generate;
  std::optional<ApplicationSpec> application;
};

struct SchedulerSpec {
  ModelSpec policy;
  ModelSpec backfill;
  ModelSpec placement;
  bool kill_overrun = false;  ///< a job past its limit is killed; else it runs on
};

struct SloSpec {
  std::string name;
  double quantile = 0.95;
  Seconds at_most{0.0};  ///< of queue_wait
};

struct RunSpec {
  std::uint64_t seed = 1;
  double confidence = 0.95;
  std::optional<std::int64_t>
      replications;  ///< none: until the half-widths are small enough (synthetic), 1 (log)
  std::optional<Seconds> warm_up;  ///< none: MSER (synthetic), 0 (log)
};

struct ScenarioSpec {
  std::string file;  ///< as the user named it
  std::string title;
  ClusterSpec cluster;
  std::vector<StreamSpec> streams;
  SchedulerSpec scheduler;
  std::vector<SloSpec> slo;
  RunSpec run;
  std::vector<std::string> variants;  ///< names, in the order written
  std::string variant;                ///< "" = base
  std::vector<std::string> notes;     ///< what reading it left out, one phrase each
  JsonValue resolved;                 ///< the whole scenario with every default written out
  std::vector<std::string>
      defaulted;  ///< JSON pointers of the values in `resolved` that are defaults
};

}  // namespace gpuscape
