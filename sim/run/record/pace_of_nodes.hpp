#pragma once

#include <span>

#include "sim/run/record/job_records.hpp"

namespace gpuscape {

/// How fast jobs are on nodes that they have, where something is wrong with some of these.
class PaceOfNodes {
 public:
  virtual ~PaceOfNodes() = default;
  /// Above 0 and at most 1, which it is where nothing is wrong.
  [[nodiscard]] virtual double pace(std::span<const AllocationSpan> spans) const = 0;
};

}  // namespace gpuscape
