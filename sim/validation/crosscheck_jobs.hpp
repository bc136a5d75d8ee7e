#pragma once
/// Mean presence against steps that run one by one: the jobs that exchange data at one instant of a
/// replay compute and send as flows, with max-min sharing among the flows of each instant.

#include <array>
#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "sim/base/units/quantity.hpp"
#include "sim/run/run.hpp"

namespace gpuscape {

/// One job of one instant.
struct JobStepsRow {
  std::int64_t job = 0;  ///< its id
  std::int64_t gpus = 0;
  std::int64_t nodes = 0;
  Seconds at{0.0};  ///< of the run
  /// Of the shared links that it uses the fullest one, and the share of its time on which bytes
  /// cross it, of all jobs.
  std::string link;
  double load = 0.0;
  Seconds alone{0.0};     ///< a step, while nobody else uses the network
  Seconds averaged{0.0};  ///< a step among the others, as the replay takes it
  Seconds stepped{0.0};   ///< the mean of its steps as flows

  [[nodiscard]] double error() const { return averaged / stepped - 1.0; }
  /// Of a model without contention.
  [[nodiscard]] double baseline_error() const { return alone / stepped - 1.0; }
};

/// Rows whose link is about as full.
struct JobStepsBand {
  double least_load = 0.0;  ///< up to that of the next band
  std::int64_t jobs = 0;
  double median = 0.0;  ///< of absolute errors
  double worst = 0.0;
  double baseline = 0.0;  ///< median of the baseline's

  /// 1 − ours ÷ the baseline's.
  [[nodiscard]] double skill() const { return 1.0 - median / baseline; }
};

struct JobStepsResult {
  /// The median error of contended jobs may be that large; where there are none, that of all.
  static constexpr double kLargestMedian = 0.1;
  /// A job whose steps among the others take so much longer than alone is contended.
  static constexpr double kContended = 0.01;
  static constexpr std::array<double, 5> kBands = {0.0, 0.25, 0.5, 0.75, 0.95};

  std::vector<JobStepsRow> rows;    ///< by instant, then by job
  std::vector<JobStepsBand> bands;  ///< those with rows
  JobStepsBand all;
  JobStepsBand contended;  ///< of all loads
  std::int64_t instants = 0;
  std::int64_t exchanging = 0;  ///< jobs of the replay that exchange data
  std::int64_t unsettled = 0;   ///< left out: too few of their steps were run
  bool partial = false;

  [[nodiscard]] const JobStepsBand& judged() const { return contended.jobs > 0 ? contended : all; }
  [[nodiscard]] bool agrees() const { return all.jobs > 0 && judged().median <= kLargestMedian; }
};

/// Compares at most `most` jobs, beginning with the instant at which most of them exchange data;
/// each instant's jobs run together. Throws RunError where no job exchanges data, or GPUs are lent.
JobStepsResult crosscheck_jobs(const CheckedScenario& scenario, const RunInputs& inputs,
                               std::int64_t most, const std::stop_token& stop);

}  // namespace gpuscape
