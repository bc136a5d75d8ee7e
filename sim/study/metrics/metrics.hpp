#pragma once
/// The metrics of a run. A metric is one row: how its value is taken, how sure that is, where it is
/// printed and compared. result.json, the printed table, compare, the reference page follow.

#include <limits>
#include <span>
#include <string_view>

#include "sim/scenario/objective.hpp"
#include "sim/study/metrics/run_metrics.hpp"

namespace gpuscape {

/// Which direction is good.
enum class Goal : std::uint8_t { low, high, neither };

/// How a value is printed; that it is a time also says its unit.
enum class MetricPrint : std::uint8_t {
  time,
  coarse_time,
  share,
  factor,  ///< two decimals
  money,
  amount  ///< three digits: "1.23 k"
};

/// Which runs have a metric at all.
enum class Needs : std::uint8_t {
  nothing,
  gpus,            ///< jobs that ask for GPUs: load and use are not of cores
  cores_asked,     ///< a job that asks for cores or memory, on nodes with cores
  memory_asked,    ///< likewise, on nodes whose memory is known
  traffic,         ///< jobs that exchange data over a network
  lent_gpus,       ///< jobs that may be given GPUs of other nodes
  closed_streams,  ///< a stream that keeps a number of jobs in circulation
  cost,            ///< a scenario that asks for its cost
  energy,          ///< likewise, with an item for electricity
  carbon,          ///< likewise, with its carbon intensity
  interruptions,   ///< nodes that can fail, or jobs that save their work
  input,           ///< jobs that read what they train on from a store
  store_losses,    ///< a store whose machines or drives can be lost
  shared_gpus,     ///< jobs that hold parts of GPUs
  requests,        ///< jobs that answer requests
  pods,            ///< a policy that puts the pods of a job on nodes one by one
};

/// Over replications the half-width of the interval is to reach the larger of the two.
struct Precision {
  double relative = 0.0;  ///< half-width ÷ value; 0: none asked for
  double absolute = 0.0;  ///< half-width that is small enough whatever the value
};

struct Metric {
  std::string_view key;    ///< in result.json: "queue_wait_p95_s"
  std::string_view about;  ///< for the reference page
  MetricPrint print = MetricPrint::factor;
  Goal goal = Goal::low;
  Needs needs = Needs::nothing;

  // How the value of a run is taken: from jobs, by days, or at once. NaN where it has none.
  JobSample sample = nullptr;
  double quantile = 0.0;         ///< of the sample; 0: its mean
  OfSorted of_sorted = nullptr;  ///< instead of both; then it has no interval in a replay
  ByDay by_day = nullptr;        ///< its time average
  OfRun divided_by = nullptr;    ///< the time average is a share of this
  OfWindow of_window = nullptr;

  bool estimated = true;                              ///< false: a figure of one replication only
  std::string_view method = "exact: of this replay";  ///< where a replay gives no interval
  Precision precision = {};
  Interval range = {0.0, std::numeric_limits<double>::infinity()};  ///< in which it can lie

  int column = 0;                ///< in the table of `run`, from 1; 0: not there
  std::string_view head = {};    ///< of that column, and its row in `compare`; "" where it has none
  std::string_view before = {};  ///< key of another metric whose value is printed in front of it
  int compared = 0;              ///< its row in the table of `compare`, from 1; 0: not compared
  std::string_view label = {};   ///< of that row
  int decides = 0;               ///< from 1: how soon it is a column of the table of designs
  bool is_skewed = false;        ///< its replications are: they are compared by their ratios
  bool grows_when_overloaded = false;  ///< then its value depends on when the run stops
  bool in_proportion = false;          ///< no difference of it is negligible for being short
  bool of_same_jobs = false;           ///< compared only where the same jobs end

  [[nodiscard]] bool is_time() const {
    return print == MetricPrint::time || print == MetricPrint::coarse_time;
  }
};

/// In the order of result.json.
std::span<const Metric> metrics();

/// Its value in one run; NaN where it has none.
double value_of(const Metric& metric, const MetricInput& input);

/// The sample of jobs' values that an objective names, "queue_wait"; null where none has that name.
JobSample sample_of(std::string_view name);

/// What objectives may be of: the samples, and every metric.
std::span<const ObjectiveMetric> objective_metrics();

/// Whether it says what a design costs or draws, and nothing of what jobs get.
bool is_of_cost(const Metric& metric);

/// Whether a run has such a figure at all.
bool has(const RunResult& run, const Metric& metric);

/// The metric's name in results: where use is of cores, "gpus_…" is "cores_…".
std::string metric_name(const RunResult& run, const Metric& metric);

}  // namespace gpuscape
