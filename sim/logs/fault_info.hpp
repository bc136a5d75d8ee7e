#pragma once
/// What a log of faults says: how often nodes fail, for how long they are away, and how well that
/// tells the days that follow.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/units/quantity.hpp"
#include "sim/logs/fit_failures.hpp"
#include "sim/workload/rows/fault_rows.hpp"

namespace gpuscape {

/// What the log does not say.
struct FaultLogOptions {
  std::optional<std::int64_t> nodes = {};  ///< those without a fault among them
  std::optional<Seconds> observed = {};    ///< after the log's first second; faults after it do not
                                           ///< count
};

/// Faults of one cause, or all of them.
struct FaultClass {
  std::string name;
  std::int64_t faults = 0;
  Interval95 faults_interval = {};  ///< of their expected number
  Seconds mean_time{0.0};           ///< in service of one node for each fault
  RepairFit repair = {};
  BadNodes bad = {};
  [[nodiscard]] double failures_per_second() const { return 1.0 / mean_time.value(); }
};

/// Faults that begin within some time.
struct FaultFit {
  Seconds from{0.0};
  Seconds to{0.0};
  FaultClass all = {};
  std::vector<FaultClass> classes = {};  ///< the most frequent first; rare ones together as "other"
  double node_days = 0.0;
  double availability = 1.0;  ///< of node time
  /// Node time in service ÷ node time, if faults and repairs go on as fitted.
  [[nodiscard]] double steady_availability() const;
  [[nodiscard]] double per_1000_node_days(double faults) const {
    return node_days > 0.0 ? 1000.0 * faults / node_days : 0.0;
  }
};

/// A fit on the first two thirds of the time, and what the last third was.
struct HeldOut {
  FaultFit fitted;
  FaultFit seen;
  double predicted = 0.0;              ///< faults
  Interval95 predicted_interval = {};  ///< of a Poisson count whose mean is known from one
  struct OfClass {
    std::string name;
    std::int64_t faults = 0;
    double predicted = 0.0;
  };
  std::vector<OfClass> classes = {};  ///< those of the fit; the last one is of causes that it lacks
  /// Σ |faults − predicted| over classes ÷ faults; beside it if every class were as frequent.
  double class_error = 0.0;
  double class_error_without = 0.0;
  /// Repairs, in seconds, of all classes together: as fitted, and an exponential time of their
  /// mean.
  double median = 0.0, p90 = 0.0;
  double median_without = 0.0, p90_without = 0.0;
  /// Log-likelihood of a repair of the last third, on average: as fitted, and without classes as an
  /// exponential time.
  double score = 0.0, score_without = 0.0;
};

struct FaultInfo {
  std::string title;
  FaultRows rows;
  std::int64_t nodes = 0;
  std::int64_t nodes_named = 0;
  bool nodes_are_given = false;
  bool time_is_given = false;
  std::int64_t after_observed = 0;  ///< faults that do not count
  std::int64_t overlapping = 0;     ///< faults of a node that is away already
  FaultFit fit = {};
  std::optional<WeibullFit> lives = {};  ///< s; a node is as new at the log's first second
  double by_day = 1.0;                   ///< variance ÷ mean of faults by day
  std::optional<HeldOut> held_out = {};  ///< of logs with at least 30 faults in the first part
};

/// Throws ScenarioError, with `title` as the file, where the options contradict the log.
FaultInfo describe_faults(std::string title, FaultRows rows, const FaultLogOptions& options);

}  // namespace gpuscape
