#pragma once
/// Runs every design of a scenario, side by side; what was run before is not run again.

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "sim/sweep/design_space.hpp"
#include "sim/sweep/run_record.hpp"

namespace gpuscape {

/// Where finished runs are kept. Its functions are called from several threads at once.
class RunShelf {
 public:
  RunShelf() = default;
  RunShelf(const RunShelf&) = delete;
  RunShelf& operator=(const RunShelf&) = delete;
  virtual ~RunShelf() = default;
  /// The run with the key of `wanted`, whatever design it was run for; from now on it is kept as
  /// that of the wanted one too. None where there is no sound one. Throws RunError, as `keep` does.
  virtual std::optional<RunRecord> find(const RunRecord& wanted) = 0;
  /// Keeps it, beside other designs of the same sweep with the same key. Throws RunError where it
  /// cannot.
  virtual void keep(const RunRecord& record) = 0;
};

/// Keeps nothing: runs are forgotten when the command ends.
class NoShelf final : public RunShelf {
 public:
  std::optional<RunRecord> find(const RunRecord& /*wanted*/) override { return std::nullopt; }
  void keep(const RunRecord& /*record*/) override {}
};

struct SweepProgress {
  std::int64_t done = 0;  ///< designs, those that need no run included
  std::int64_t all = 0;
  std::int64_t reused = 0;  ///< found among earlier runs
  std::int64_t failed = 0;  ///< with a fault
};

struct SweepOptions {
  std::string version = {};  ///< of the program: what gives equal results
  unsigned threads = 0;      ///< 0: one per processor. Never changes a result.
  std::int64_t shard = 0;    ///< designs whose index is this one modulo `shards`
  std::int64_t shards = 1;
  /// Runs nothing: a design is done where it has a run, or a fault that was kept.
  bool only_known = false;
  std::stop_token stop = {};
  /// Called after each design, from any thread, one call at a time.
  std::function<void(const SweepProgress&)> progress = nullptr;
};

struct SweepOutcome {
  std::vector<RunRecord> records = {};  ///< by index; those that were not reached are missing
  SweepProgress progress = {};
  bool partial = false;  ///< stopped before all were run
};

/// Which sweep it is: 64 hexadecimal digits over the scenario, its axes and the options.
std::string sweep_key(const DesignSpace& space);

/// Files that the designs read beside the scenario and the logs: catalogues, profiles, settings,
/// price lists. Noted while the scenario is read with each value of each axis alone, so that they
/// are the same whoever runs which design.
std::vector<std::string> files_of_all(const DesignSpace& space, const ScenarioSource& source,
                                      const Registry& registry);

/// A design with a fault has a record that says so. Throws ScenarioError where the scenario is not
/// for sweeps, and RunError where a run cannot be kept; what was kept by then stays.
SweepOutcome run_sweep(const DesignSpace& space, const ScenarioSource& source,
                       const Registry& registry, RunShelf& shelf, const SweepOptions& options);

}  // namespace gpuscape
