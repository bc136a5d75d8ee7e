#pragma once
/// What the steps of a job read of a dataset.

#include <limits>

#include "sim/model/applications/job_costs.hpp"
#include "sim/model/input_plan.hpp"

namespace gpuscape {

struct StepReading {
  Bytes all{0.0};   ///< of a step, on all nodes
  Bytes read{1.0};  ///< what one read asks of the store
};

/// `fullest`: of the samples of a step, the share on the node with most GPUs. An application that
/// reads by its rate has its own size of what it reads, others the dataset's records where these
/// are given.
[[nodiscard]] inline StepReading step_reading(const DatasetSpec& data, const StepCosts& costs,
                                              bool by_rate, double fullest) {
  const double own = costs.input_per_node.value() / (costs.samples * fullest);
  const bool given = data.record > Bytes(0.0);
  const double record = given && !by_rate ? data.record.value() : own;
  const Bytes one = by_rate && given ? data.record : Bytes(record);
  return {.all = Bytes(record * costs.samples), .read = data.read.value_or(one)};
}

/// What the reads that a node has under way attain there: each waits until the one before it is
/// there. Infinite: any rate.
[[nodiscard]] inline double attained_by_readers(const DatasetSpec& data, const StoreFacts& store,
                                                Bytes read) {
  const Seconds each = time_of_read(data, store, read);
  if (data.readers == 0 || !(each > Seconds(0.0))) return std::numeric_limits<double>::infinity();
  return static_cast<double>(data.readers) * read.value() / each.value();
}

}  // namespace gpuscape
