#pragma once
/// A log of failures: when which node was away.

#include <cstddef>
#include <string>
#include <vector>

#include "sim/platform/planned_outage.hpp"
#include "sim/platform/platform.hpp"

namespace gpuscape {

struct FailureLog {
  std::vector<PlannedOutage> failures;  ///< by rising date, each of one node
  std::size_t left_out = 0;             ///< rows: broken, or over before they begin
  std::string first_left_out = {};      ///< where and why
  std::string fault = {};               ///< why it cannot be used; empty where it can
};

/// Reads a CSV file, compressed or not, with the columns `node`, `start_s` and `end_s`, or
/// `start_day` and `end_day`. A node is "gpu/3"; other names are dealt to `nodes` in alphabetical
/// order.
FailureLog read_failure_log(const std::string& path, const std::string& name,
                            const std::vector<OutageNode>& nodes, const Platform& platform);

}  // namespace gpuscape
