#pragma once
/// A small cluster of several GPU models, with and without graphs, and random jobs for it, of which
/// some ask for a model or a feature.

#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/node_graph_builder.hpp"
#include "tests/support/random_jobs.hpp"

namespace gpuscape::test {

inline std::vector<NodeGroup> mixed_groups() {
  NodeGroup old{"old", 3, Demand{4, 32000, 4000}, false};
  old.graph = testing::two_pairs();
  old.gpu_model = "p100-pcie-16gb";
  NodeGroup recent{"recent", 3, Demand{8, 64000, 8000}, false};
  recent.graph = testing::uneven_eight();
  recent.gpu_model = "h100-sxm5-80gb";
  recent.features = {"nvlink"};
  NodeGroup plain{"plain", 2, Demand{8, 64000, 8000}, false};
  plain.gpu_model = "a100";
  return {old, recent, plain};
}

struct MixedWorkload {
  std::shared_ptr<OriginTable> origins = std::make_shared<OriginTable>();
  std::vector<Job> jobs;
};

/// A third of the jobs ask for a model, for one of two, for a feature, or for what no group has.
inline MixedWorkload mixed_workload(std::uint32_t seed, std::size_t count) {
  MixedWorkload workload;
  workload.jobs = random_jobs(seed, {.count = count,
                                     .gpus_total = 24,
                                     .load = 0.9 + 0.2 * (seed % 3),
                                     .exact_limits = seed % 2 == 0,
                                     .coarse = seed % 3 == 0,
                                     .share_with_cores = 0.3,
                                     .share_of_gangs = 0.2});
  const std::pair<const char*, const char*> asks[] = {
      {"h100", ""}, {"P100|a100", ""}, {"", "nvlink"}, {"a100", ""}, {"v100", ""}};
  std::mt19937 random(seed);
  for (Job& job : workload.jobs) {
    const auto& [models, features] = asks[random() % std::size(asks)];
    if (random() % 3 == 0 && job.demand.gpus > 0)
      job.demand.asks = workload.origins->asks().intern(models, features).value_or(0);
  }
  return workload;
}

/// Runs it under these policies, on the loop that `drive` is.
template <class Drive>
RunResult run_mixed(const MixedWorkload& workload, Policies policies, RunObserver* observer,
                    const Drive& drive) {
  WorkloadFacts facts;
  facts.origins = workload.origins;
  facts.streams = {"jobs"};
  facts.demand = {std::vector<double>(workload.origins->size(), 1.0)};
  RunState state(Platform(mixed_groups()), std::move(policies),
                 std::make_unique<ListSource>(workload.jobs), {}, std::move(facts));
  if (observer != nullptr) state.observe(*observer);
  drive(state.simulation());
  return state.take_result({});
}

}  // namespace gpuscape::test
