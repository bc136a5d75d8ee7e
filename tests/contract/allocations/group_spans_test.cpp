/// Jobs on several groups of one GPU model, against books that try every node and every GPU.
/// GPUSCAPE_WORKLOADS=100000 tries as many random workloads.

#include <gtest/gtest.h>

#include "sim/engine/simgrid_host.hpp"
#include "tests/contract/all_models.hpp"
#include "tests/contract/oracles/gang_books.hpp"
#include "tests/support/node_graph_builder.hpp"
#include "tests/support/oracles/gpu_books.hpp"
#include "tests/support/random_jobs.hpp"
#include "tests/support/workloads.hpp"

namespace gpuscape {
namespace {

using test::all_models;
using test::GangBooks;
using test::GpuBooks;
using test::workloads;

const auto kNative = [](Simulation& simulation) { run_natively(simulation, kForever, {}); };

/// Groups of two models: of the first with nodes of two sizes, with other cores and features, of
/// the second two groups; and one that does not say its model.
std::vector<NodeGroup> groups() {
  const auto group = [](std::string name, std::uint32_t count, const Demand& node,
                        std::string model) {
    NodeGroup made{std::move(name), count, node, false};
    made.gpu_model = std::move(model);
    if (node.gpus == 4) made.graph = testing::two_pairs();
    return made;
  };
  std::vector<NodeGroup> all{group("a", 2, Demand{4, 16000, 1000}, "a100"),
                             group("h", 1, Demand{8, 64000, 4000}, "h100"),
                             group("b", 2, Demand{4, 32000, 4000}, "a100"),
                             group("large", 1, Demand{8, 64000, 4000}, "a100"),
                             group("plain", 1, Demand{4, 16000, 1000}, ""),
                             group("i", 1, Demand{8, 32000, 2000}, "h100")};
  all[0].features = all[3].features = all[5].features = {"ib"};
  return all;
}

struct Workload {
  std::shared_ptr<OriginTable> origins = std::make_shared<OriginTable>();
  std::vector<Job> jobs;
};

/// A quarter of the jobs ask for a model or a feature.
Workload random_workload(std::uint32_t seed, std::size_t count) {
  Workload workload;
  workload.jobs = test::random_jobs(seed, {.count = count,
                                           .gpus_total = 24,
                                           .load = 0.9 + 0.2 * (seed % 3),
                                           .exact_limits = seed % 2 == 0,
                                           .coarse = seed % 3 == 0,
                                           .share_with_cores = seed % 4 == 3 ? 0.4 : 0.0,
                                           .share_of_gangs = 0.4});
  const std::pair<const char*, const char*> asks[] = {
      {"a100", ""}, {"h100", ""}, {"", "ib"}, {"a100|h100", ""}};
  std::mt19937 random(seed);
  for (Job& job : workload.jobs) {
    const auto& [models, features] = asks[random() % std::size(asks)];
    if (random() % 4 == 0 && job.demand.gpus > 0)
      job.demand.asks = workload.origins->asks().intern(models, features).value_or(0);
  }
  return workload;
}

/// As the run sees them: what each ask is served by.
std::vector<NodeGroup> groups_for(const Workload& workload) {
  Platform platform(groups());
  resolve_asks(workload.origins->asks(), platform);
  return platform.groups();
}

template <class Drive>
RunResult run_spanning(const Workload& workload, const test::PolicyNames& names,
                       const std::vector<RunObserver*>& observers, const Drive& drive) {
  WorkloadFacts facts;
  facts.origins = workload.origins;
  facts.streams = {"jobs"};
  facts.demand = {std::vector<double>(workload.origins->size(), 1.0)};
  Platform platform(groups());
  platform.span_groups();
  RunState state(std::move(platform), test::make_policies(names, all_models()),
                 std::make_unique<test::ListSource>(workload.jobs), {}, std::move(facts));
  for (RunObserver* observer : observers) state.observe(*observer);
  drive(state.simulation());
  return state.take_result({});
}

struct Counts {
  std::size_t heads = 0, promises = 0, spanning = 0;
};

/// Runs one workload against both books. `prefers_one_group` where no filter keeps nodes back.
void expect_sound(std::uint32_t seed, const test::PolicyNames& names, bool prefers_one_group,
                  Counts& counts) {
  const Workload workload = random_workload(seed, 60);
  const std::vector<NodeGroup> resolved = groups_for(workload);
  GangBooks gangs(resolved, workload.jobs);
  GpuBooks gpus(resolved, workload.jobs, workload.origins->asks());
  gangs.spans_models = gangs.no_head_fits = gangs.promises_are_due = true;
  gangs.one_group_first = prefers_one_group;
  const RunResult result = run_spanning(workload, names, {&gangs, &gpus}, kNative);
  EXPECT_TRUE(gpus.all_free()) << "seed " << seed;
  for (std::uint32_t job = 0; job < workload.jobs.size(); ++job)
    EXPECT_EQ(result.jobs.ended(job), gangs.could_ever_start(job)) << "seed " << seed;
  counts.heads += gangs.heads;
  counts.promises += gangs.promises;
  counts.spanning += gangs.spanning;
}

constexpr const char* kPlacements[] = {"best-fit", "pack", "spread", "same-leaf",
                                       "same-nvlink-domain"};

TEST(GroupSpans, HoldNoGpuTwiceLoseNoneAndLetNobodyWaitWhoFitsThemTogether) {
  Counts counts;
  for (std::uint32_t seed = 1; seed <= workloads(200) && !::testing::Test::HasFailure(); ++seed)
    expect_sound(seed, {"fifo", "none", kPlacements[seed % 4]}, true, counts);
  EXPECT_GT(counts.heads, 500U);
  EXPECT_GT(counts.spanning, 300U);
}

TEST(GroupSpans, ArePromisedByEasyAtTheFirstDateAtWhichTheyHaveRoom) {
  Counts counts;
  for (std::uint32_t seed = 1; seed <= workloads(200) && !::testing::Test::HasFailure(); ++seed)
    expect_sound(seed, {"fifo", "easy", kPlacements[seed % 4]}, false, counts);
  EXPECT_GT(counts.promises, 500U);
  EXPECT_GT(counts.spanning, 300U);
}

TEST(GroupSpans, AreTheSameOnBothLoops) {
  const auto hosted = [](Simulation& simulation) { ASSERT_TRUE(run_on_simgrid(simulation, {})); };
  for (const char* backfill : {"none", "easy"}) {
    const Workload workload = random_workload(4, 120);
    const test::PolicyNames names{"fifo", backfill};
    const RunResult one = run_spanning(workload, names, {}, kNative);
    const RunResult other = run_spanning(workload, names, {}, hosted);
    for (std::size_t job = 0; job < one.jobs.size(); ++job) {
      ASSERT_EQ(one.jobs.started(job), other.jobs.started(job));
      if (!one.jobs.started(job)) continue;
      EXPECT_EQ(one.jobs.wait(job), other.jobs.wait(job));
      EXPECT_TRUE(std::ranges::equal(one.jobs.spans(one.jobs.segments(job).back()),
                                     other.jobs.spans(other.jobs.segments(job).back())));
    }
  }
}

}  // namespace
}  // namespace gpuscape
