#pragma once
/// What the numbers of a run rest on, as values: reports put them into words.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace gpuscape {

struct Assumption {
  enum class Kind : std::uint8_t {
    open_arrivals,           ///< jobs come on dates that do not depend on the cluster
    closed_arrivals,         ///< a job of some streams comes when the one before it has ended
    backfill_is_told,        ///< `jobs` have no limit: backfill knows their true run times
    backfill_is_told_alone,  ///< the same, as if they were alone on the network
    pool_ignores_demands,    ///< `jobs` on a pool: their cores and memory do not count
    networks_are_idle,       ///< there are networks, and no job exchanges data
    run_times_are_alone,     ///< run times are of jobs alone below one switch
    shorter_than_a_step,     ///< `jobs` run for less than one of their steps
    run_times_as_given,      ///< whatever the nodes are
    stated,  ///< `text`, by who read the workload or wrote the policy or the scenario
  };

  Kind kind = Kind::stated;
  std::int64_t jobs = 0;
  std::string text = {};

  static Assumption stated(std::string text) { return {Kind::stated, 0, std::move(text)}; }
  friend bool operator==(const Assumption&, const Assumption&) = default;
};

struct RunResult;
struct ScenarioSpec;

/// Of a run that is over, in the order in which reports list them.
std::vector<Assumption> assumptions_of(const ScenarioSpec& scenario, const RunResult& result);

}  // namespace gpuscape
