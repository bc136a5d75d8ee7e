#pragma once
/// One run: from a checked scenario to a RunResult.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "sim/base/units/quantity.hpp"
#include "sim/engine/simulation.hpp"
#include "sim/model/check/check.hpp"
#include "sim/run/record/run_result.hpp"
#include "sim/run/record/run_view.hpp"
#include "sim/workload/job_table.hpp"
#include "sim/workload/source.hpp"

namespace gpuscape {

/// A trace that was read once and serves every run of a study.
struct LoadedTrace {
  std::shared_ptr<const JobTable> table;  ///< null for a generated stream
  ReadReport report;
  std::vector<std::uint32_t> users = {};  ///< origins of a generated stream's users
  std::uint16_t asks = 0;                 ///< of jobs that say nothing themselves
  std::uint16_t asks_of_part = 0;         ///< of those that are drawn, on one GPU
};

/// What a run needs beside the scenario: its traces (by stream index) and which replication it is.
struct RunInputs {
  std::vector<LoadedTrace> traces;
  std::shared_ptr<const OriginTable> origins = std::make_shared<OriginTable>();
  std::uint64_t replication = 0;
  std::optional<std::uint64_t> path_draw = {};  ///< of hashed paths; none: the replication's
};

/// Reads every trace that the scenario names, with states and names of jobs where they are wanted.
/// Throws ScenarioError (header or columns wrong) or RunError (file cannot be read); Interrupted
/// where a stop is requested meanwhile.
RunInputs load_traces(const ScenarioSpec& scenario, bool states_and_names = false,
                      const std::stop_token& stop = {});

class RunObserver;
class RunParts;

class Run {
 public:
  /// Makes workload and policies; the cluster is the scenario's. The scenario must outlive the run.
  Run(const CheckedScenario& scenario, const RunInputs& inputs);
  ~Run();
  Run(Run&&) noexcept;

  /// Processes every event up to and including `date`; false when stopped early by `stop`.
  bool step_until(Seconds date, const std::stop_token& stop);
  /// True when nothing is left to happen.
  [[nodiscard]] bool done() const;
  /// The clock and what the progress line shows.
  [[nodiscard]] Seconds now() const;
  [[nodiscard]] std::int64_t jobs_ended() const;
  /// What a live reader wants to see; to be asked between two steps.
  [[nodiscard]] RunView view() const;
  /// What is free now, and which GPUs the allocations of `view` have.
  [[nodiscard]] const FreeCapacity& capacity() const;
  /// Hands the result over; the run is spent afterwards. Marked partial unless done.
  RunResult finish();
  /// For a host that drives the simulation itself (the SimGrid loop).
  Simulation& simulation();
  /// One more who is told of every decision from now on; must outlive the run.
  void observe(RunObserver& observer);

 private:
  std::unique_ptr<RunParts> parts_;
};

}  // namespace gpuscape
