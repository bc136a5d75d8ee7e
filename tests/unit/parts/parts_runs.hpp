#pragma once
/// Runs of a cluster of eight-GPU nodes that is divided.

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/scheduling/parts/parts_scheduler.hpp"
#include "tests/support/run_builders.hpp"

namespace gpuscape::test {

struct PartOf {
  std::string stream;
  std::uint32_t nodes = 0;
  PolicyNames policies = {};
  std::uint32_t least = 0;
};

/// Each stream is a part's, and jobs know theirs by its number.
inline RunResult run_parts(const std::vector<PartOf>& parts, std::vector<Job> jobs,
                           std::optional<PartMoves> moves = std::nullopt,
                           std::vector<NodeGroup> groups = {}) {
  std::uint32_t nodes_in_all = 0;
  std::vector<PartsScheduler::Part> made;
  std::vector<std::string> streams;
  Policies policies = make_policies({});
  for (const PartOf& part : parts) {
    Policies own = make_policies(part.policies);
    PartsScheduler::Part& one = made.emplace_back();
    one.name = part.stream;
    one.policy = std::move(own.scheduler);
    one.nodes = {{0, part.nodes}};
    one.least = part.least;
    one.streams = {part.stream};
    policies.lanes.push_back({std::move(own.backfill), std::move(own.placement)});
    streams.push_back(part.stream);
    nodes_in_all += part.nodes;
  }
  if (groups.empty()) groups = {nodes(nodes_in_all, 8)};
  streams.emplace_back("of-nobody");
  policies.scheduler = std::make_unique<PartsScheduler>(std::move(made), moves);
  auto origins = std::make_shared<OriginTable>();
  origins->intern("", "acc", "", "");
  std::vector<std::vector<double>> demand(streams.size(), std::vector<double>(2, 1.0));
  RunState state(Platform(std::move(groups)), std::move(policies),
                 std::make_unique<ListSource>(std::move(jobs)), {}, {origins, streams, demand});
  run_natively(state.simulation(), kForever, {});
  return state.take_result({});
}

inline Job of_stream(std::uint16_t stream, Job job) {
  job.stream = stream;
  job.origin = 1;
  return job;
}

}  // namespace gpuscape::test
