#pragma once
/// What is wrong with nodes that stay in service, and with the servers that manage a cluster.

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "sim/platform/planned_outage.hpp"
#include "sim/platform/platform.hpp"
#include "sim/run/record/pace_of_nodes.hpp"

namespace gpuscape {

class Impairments final : public PaceOfNodes {
 public:
  /// An outage that takes no node out of service begins, or has ended.
  void begin(const PlannedOutage& outage, const Platform& platform);
  void end(const PlannedOutage& outage, const Platform& platform);

  /// Every part of a job waits for the slowest.
  [[nodiscard]] double pace(std::span<const AllocationSpan> spans) const override;
  /// Of each set of management servers, more than half are there.
  [[nodiscard]] bool may_start() const;

 private:
  struct Lost {
    std::size_t now = 0;
    std::size_t of = 0;
  };
  std::map<std::uint32_t, std::vector<double>> paces_;  // by node of the cluster
  std::map<std::string, Lost> servers_;                 // by the scenario's name for them
};

/// How long no job could start in a run that ended then; empty where one always could.
[[nodiscard]] std::string text_of_halts(std::span<const PlannedOutage> outages, Seconds run_end);

}  // namespace gpuscape
