#pragma once
/// What is kept of a finished run of one design.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/study/metrics/study_result.hpp"
#include "sim/study/study_outcome.hpp"

namespace gpuscape {

/// A figure by its name in result.json: in SI units, or in the cost's currency.
struct Figure {
  std::string name;
  double value = 0.0;  ///< NaN where there is none
  std::optional<double> low = {};
  std::optional<double> high = {};
};

/// An objective of the design.
struct KeptObjective {
  Figure figure;          ///< under the objective's name
  std::string metric;     ///< "queue_wait p95 ≤ 1 h" is made of these
  double quantile = 0.0;  ///< of jobs' values
  double limit = 0.0;
  bool of_jobs = false, is_time = false, at_least = false;
  bool met = false;
};

struct RunRecord {
  std::string key = {};    ///< of what was run: equal keys, equal results
  std::string sweep = {};  ///< of which sweep it is a design
  std::int64_t index = 0;  ///< among its designs
  std::vector<std::pair<std::string, std::string>> axes = {};  ///< names and values
  std::string fault = {};      ///< why it was not run; empty: it was
  bool is_infeasible = false;  ///< the fault is that the design does not fit where it is to stand
  std::int64_t jobs = 0, gpus = 0, replications = 0;
  std::int64_t unfinished = 0;
  std::int64_t never_fit = 0;  ///< of replication 0
  bool overloaded = false, nothing_started = false;
  bool precision_reached = true;
  std::string currency = {};         ///< empty: the scenario asks for no cost
  bool cost_is_at_least = false;     ///< parts of it have no price
  Seconds cost_over{0.0};            ///< the horizon of its costs
  std::vector<Figure> figures = {};  ///< in the order of result.json
  std::vector<KeptObjective> objectives = {};

  /// By its name, or by that of the metric where use is of cores; null where the run has none.
  [[nodiscard]] const Figure* figure(std::string_view name) const;
  /// The names and values of its axes: "nodes 8, fabric full"; "the scenario" without axes.
  [[nodiscard]] std::string design_name() const;
};

/// The results of a run that ended, without key, sweep, index and axes.
RunRecord record_of(const StudyOutcome& outcome);

/// The objective as reports take it.
SloVerdict verdict_of(const KeptObjective& objective);

}  // namespace gpuscape
