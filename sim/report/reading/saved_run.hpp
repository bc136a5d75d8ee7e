#pragma once
/// A result folder of `gpuscape run`, read back: the values of result.json as they stand there, the
/// jobs of jobs.csv and the curves of timeline.csv. Nothing is simulated and nothing estimated.

#include <cstdint>
#include <list>
#include <memory>
#include <string>
#include <vector>

#include "sim/base/error.hpp"
#include "sim/base/json/json.hpp"
#include "sim/study/study_outcome.hpp"

namespace gpuscape {

/// What result.json has of a metric.
enum class SavedFigure : std::uint8_t {
  none,
  of_first,  ///< its value in replication 0 alone
  estimate,
};

struct SavedRun {
  std::string folder;  ///< as it was opened
  /// As far as the files go: what they do not hold (costs by item, traffic of links, memory and
  /// cores of jobs, who ran on which node before a preemption) is not there. `first.jobs` and
  /// `first.timeline` are empty where jobs.csv and timeline.csv cannot be read.
  StudyOutcome outcome;
  PerMetric<SavedFigure> figures;
  std::vector<std::string> assumptions = {};
  std::vector<std::string> guesses = {};  ///< "links/qpi latency: 75 ns"
  std::string scenario_file = {};         ///< where the scenario's file was; empty: not said
  Provenance provenance = {};
  /// What could not be read beside result.json, one line each; empty: nothing.
  std::vector<std::string> faults = {};
  std::list<std::string> series = {};  ///< the names that the timeline's series have
};

/// What a result.json that was read (read_saved_json) says of its jobs, without the tables beside
/// it. Throws ScenarioError with the place at fault, also where it is of transfers.
std::shared_ptr<SavedRun> saved_result(const JsonValue& document, const std::string& folder);

/// Throws ScenarioError where result.json cannot be read, with its place.
std::shared_ptr<const SavedRun> read_saved_run(const std::string& folder);

/// The first fault on one line: "a.out/result.json:3:7: /partial: expected true or false, …".
std::string one_line(const ScenarioError& error);

/// Of a figure that one run has: its estimate, or its value in replication 0 alone.
Estimate saved_estimate(const SavedRun& run, std::size_t metric);

}  // namespace gpuscape
