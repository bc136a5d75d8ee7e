#pragma once
/// What a run would refuse of a design's jobs.

#include <set>
#include <string>
#include <tuple>

#include "sim/fields/reading_context.hpp"
#include "sim/model/check/check.hpp"

namespace gpuscape {

/// Tells logs apart: the same file may be read in two ways.
std::string log_key(const TraceSpec& trace);

/// Builds the jobs of designs as a run does, and drops them. Designs that share a fault name it
/// once.
class WorkloadFaults {
 public:
  explicit WorkloadFaults(ReadingContext& context) : context_(context) {}

  /// `long_logs`, by their keys, are those that a check does not read to their ends: their streams
  /// are left out.
  void add(const CheckedScenario& design, const std::set<std::string>& long_logs);

 private:
  void add(const Issue& issue);

  ReadingContext& context_;
  std::set<std::tuple<std::string, int, int, std::string>> said_;
};

}  // namespace gpuscape
