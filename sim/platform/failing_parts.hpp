#pragma once
/// Parts of a cluster that fail, and how often.

#include <string>
#include <vector>

#include "sim/base/units/quantity.hpp"
#include "sim/platform/planned_outage.hpp"

namespace gpuscape {

/// Parts of one kind.
struct FailingParts {
  struct Unit {
    std::vector<OutageNode> nodes;  ///< that are away, or slow, together; rising; of a server: none
  };
  std::string name;
  std::vector<Unit> units = {};
  Seconds mean_time{0.0};  ///< between failures of one unit that is not bad
  double shape = 1.0;      ///< of Weibull's distribution
  double bad_share = 0.0;  ///< of the units: they fail `bad_factor` times as often
  double bad_factor = 1.0;
  Seconds repair{0.0};
  bool repair_is_mean = false;             ///< of exponential times, or of lognormal ones
  double repair_sigma = 0.0;               ///< of the logarithm of lognormal ones; 0: they are not
  std::vector<PlannedOutage> logged = {};  ///< instead of drawing them; by rising date
  double manual_share = 0.0;               ///< of the repairs: they take longer by `manual`
  Seconds manual{0.0};
  bool failed_go_on = false;           ///< the share is of automatic repairs that failed
  double silent_failure = 1.0;         ///< probability that an automatic repair leaves a unit bad
  double manual_silent_failure = 1.0;  ///< the same of a manual one
  double idle_factor = 1.0;            ///< of the rate, while no job works there; at most 1
  double wrong_node = 0.0;             ///< probability that another node of the job goes to repair
  std::int64_t retire_after = 0;  ///< repairs of a unit, of which the last has no end; 0: never
  OutageEffect effect = OutageEffect::away;
  double pace = 1.0;          ///< of jobs on slow nodes, or of slow links, at most 1
  bool all_adapters = false;  ///< as PlannedOutage
  std::uint32_t store = 0;    ///< of the scenario's, whose machines they are
  bool of_drives = false;     ///< they are drives in those

  [[nodiscard]] bool stops_jobs() const { return effect == OutageEffect::away; }
  /// Failures of one unit per second of its service, over good and bad ones.
  [[nodiscard]] double failures_per_second() const {
    if (!logged.empty())
      return static_cast<double>(logged.size()) /
             (static_cast<double>(units.size()) * logged.back().begin.value());
    return (1.0 - bad_share + bad_share * bad_factor) / mean_time.value();
  }
};

}  // namespace gpuscape
