#pragma once
/// Runs in which lent GPUs are attached to clients.

#include <vector>

#include "sim/run/life/attach_part.hpp"
#include "tests/support/node_graph_builder.hpp"
#include "tests/support/run_builders.hpp"

namespace gpuscape::test {

struct Attached {
  RunResult run;
  AttachResult attach;
  [[nodiscard]] std::vector<double> ends() const {
    std::vector<double> dates;
    for (std::size_t i = 0; i < run.jobs.size(); ++i)
      dates.push_back(run.jobs.segments(i).back().end.value());
    return dates;
  }
};

struct Cluster {
  std::uint32_t clients = 2;
  std::uint32_t servers = 1;
  std::int32_t most_per_client = Lending::kAny;
};

/// Servers have four GPUs. Of two clients the one with the fewest GPUs is taken, of equal ones the
/// first.
inline Attached run_attached(const AttachTerms& terms, std::vector<Job> jobs,
                             const Cluster& cluster = {}, const PolicyNames& names = {},
                             std::uint64_t seed = 1) {
  std::vector<NodeGroup> groups{nodes(cluster.clients, 0, "client"),
                                nodes(cluster.servers, 4, "gpu")};
  groups[1].graph = ::gpuscape::testing::two_pairs();
  Platform platform(std::move(groups));
  platform.lend({.clients = {0}, .servers = {1}, .most_per_client = cluster.most_per_client});
  RunState state(std::move(platform), make_policies(names),
                 std::make_unique<ListSource>(std::move(jobs)));
  state.add_part(std::make_unique<AttachPart>(terms, state.capacity(), seed, 0));
  run_natively(state.simulation(), kForever, {});
  RunResult result = state.take_result({});
  const AttachResult attached = *result.attach;
  return {std::move(result), attached};
}

/// Jobs of one second on one GPU, each long after the one before.
inline std::vector<Job> one_by_one(std::size_t count) {
  std::vector<Job> jobs;
  for (std::size_t i = 0; i < count; ++i) jobs.push_back(job(1e6 * static_cast<double>(i), 1, 1));
  return jobs;
}

}  // namespace gpuscape::test
