/// Jobs on clients with lent GPUs, against books that try every client and every GPU.
/// GPUSCAPE_WORKLOADS=20000 tries as many random workloads.

#include <gtest/gtest.h>

#include "sim/engine/simgrid_host.hpp"
#include "sim/run/life/attach_part.hpp"
#include "tests/contract/all_models.hpp"
#include "tests/contract/allocations/lent_books.hpp"
#include "tests/support/node_graph_builder.hpp"
#include "tests/support/oracles/gpu_books.hpp"
#include "tests/support/random_jobs.hpp"
#include "tests/support/workloads.hpp"

namespace gpuscape {
namespace {

using test::all_models;
using test::LentBooks;
using test::workloads;

const auto kNative = [](Simulation& simulation) { run_natively(simulation, kForever, {}); };

/// Clients with and without GPUs of their own, servers of two models, of one with and without a
/// feature, and a group that neither lends nor borrows.
std::vector<NodeGroup> groups() {
  const auto group = [](std::string name, std::uint32_t count, const Demand& node,
                        std::string model) {
    NodeGroup made{std::move(name), count, node, false};
    made.gpu_model = std::move(model);
    if (node.gpus == 4) made.graph = testing::two_pairs();
    return made;
  };
  std::vector<NodeGroup> all{group("client", 3, Demand{0, 16000, 1000}, ""),
                             group("a", 3, Demand{4, 0, 0}, "a100"),
                             group("own", 1, Demand{2, 16000, 1000}, "a100"),
                             group("mixed", 2, Demand{1, 32000, 2000}, "h100"),
                             group("b", 2, Demand{8, 0, 0}, "h100"),
                             group("c", 1, Demand{6, 0, 0}, "a100")};
  all[1].features = all[2].features = {"ib"};
  return all;
}

Lending random_lending(std::uint32_t seed) {
  Lending lending{.clients = {0, 3}, .servers = {1, 4, 5}, .islands = 1 + seed / 2 % 3};
  if (seed / 5 % 2 == 1) lending.most_per_job = 10;
  if (seed / 7 % 3 != 0) lending.most_per_client = 3 + static_cast<std::int32_t>(seed / 7 % 3);
  return lending;
}

struct Workload {
  std::shared_ptr<OriginTable> origins = std::make_shared<OriginTable>();
  std::vector<Job> jobs;
};

/// A quarter of the jobs ask for a model or a feature.
Workload random_workload(std::uint32_t seed, std::size_t count) {
  Workload workload;
  workload.jobs = test::random_jobs(seed, {.count = count,
                                           .gpus_total = 20,
                                           .load = 1.2 + 0.4 * (seed % 3),
                                           .exact_limits = seed % 2 == 0,
                                           .coarse = seed % 3 == 0,
                                           .share_with_cores = seed % 4 == 3 ? 0.6 : 0.2,
                                           .share_of_gangs = seed % 5 < 2 ? 0.3 : 0.0});
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
RunResult run_lent(const Workload& workload, const Lending& lending, const test::PolicyNames& names,
                   const std::vector<RunObserver*>& observers, const Drive& drive) {
  WorkloadFacts facts;
  facts.origins = workload.origins;
  facts.streams = {"jobs"};
  facts.demand = {std::vector<double>(workload.origins->size(), 1.0)};
  Platform platform(groups());
  platform.lend(lending);
  RunState state(std::move(platform), test::make_policies(names, all_models()),
                 std::make_unique<test::ListSource>(workload.jobs), {}, std::move(facts));
  for (RunObserver* observer : observers) state.observe(*observer);
  drive(state.simulation());
  return state.take_result({});
}

/// A client is not what a job asks for: its servers are.
std::vector<Job> without_asks(std::vector<Job> jobs) {
  for (Job& job : jobs) job.demand.asks = 0;
  return jobs;
}

struct Counts {
  std::size_t heads = 0, promises = 0, lent = 0, local = 0;
};

void expect_sound(std::uint32_t seed, const test::PolicyNames& names, Counts& counts) {
  SCOPED_TRACE(::testing::Message() << "seed " << seed);
  const Workload workload = random_workload(seed, 60);
  const Lending lending = random_lending(seed);
  LentBooks books(groups_for(workload), lending, workload.jobs);
  test::GpuBooks gpus(groups(), without_asks(workload.jobs), {});
  books.keeps_nothing_back = names.backfill == "none";
  books.promises_bind = seed % 2 == 0;
  const RunResult result = run_lent(workload, lending, names, {&books, &gpus}, kNative);
  EXPECT_TRUE(books.all_free());
  EXPECT_TRUE(gpus.all_free());
  for (std::uint32_t job = 0; job < workload.jobs.size(); ++job)
    EXPECT_EQ(result.jobs.ended(job), books.could_ever_start(job)) << "job " << job;
  counts.heads += books.heads;
  counts.promises += books.promises;
  counts.lent += books.lent;
  counts.local += books.local;
}

constexpr const char* kPlacements[] = {"best-fit", "pack", "spread"};

TEST(LentGpus, AreNeverLentTwiceNorLostAndNobodyWaitsWhoFits) {
  Counts counts;
  for (std::uint32_t seed = 1; seed <= workloads(200) && !::testing::Test::HasFailure(); ++seed)
    expect_sound(seed, {"fifo", "none", kPlacements[seed % 3]}, counts);
  EXPECT_GT(counts.heads, 500U);
  EXPECT_GT(counts.lent, 1000U);
  EXPECT_GT(counts.local, 500U);
}

TEST(LentGpus, ArePromisedByEasyAtTheFirstDateAtWhichTheyFitAndNotLater) {
  Counts counts;
  for (std::uint32_t seed = 1; seed <= workloads(200) && !::testing::Test::HasFailure(); ++seed)
    expect_sound(seed, {"fifo", "easy", kPlacements[seed % 3]}, counts);
  EXPECT_GT(counts.promises, 500U);
  EXPECT_GT(counts.lent, 1000U);
}

TEST(LentGpus, AreTheSameOnBothLoops) {
  const auto hosted = [](Simulation& simulation) { ASSERT_TRUE(run_on_simgrid(simulation, {})); };
  for (const std::uint32_t seed : {3U, 4U, 14U}) {
    for (const char* backfill : {"none", "easy"}) {
      const Workload workload = random_workload(seed, 120);
      const Lending lending = random_lending(seed);
      const test::PolicyNames names{"fifo", backfill};
      const RunResult one = run_lent(workload, lending, names, {}, kNative);
      const RunResult other = run_lent(workload, lending, names, {}, hosted);
      for (std::size_t job = 0; job < one.jobs.size(); ++job) {
        ASSERT_EQ(one.jobs.started(job), other.jobs.started(job));
        if (!one.jobs.started(job)) continue;
        EXPECT_EQ(one.jobs.wait(job), other.jobs.wait(job));
        EXPECT_TRUE(std::ranges::equal(one.jobs.spans(one.jobs.segments(job).back()),
                                       other.jobs.spans(other.jobs.segments(job).back())));
      }
    }
  }
}

struct Attached {
  RunResult run;
  AttachResult attach;
};

template <class Drive>
Attached run_attached(const AttachTerms& terms, const Workload& workload, const Lending& lending,
                      const Drive& drive) {
  Platform platform(groups());
  platform.lend(lending);
  RunState state(std::move(platform), test::make_policies({"fifo", "easy"}, all_models()),
                 std::make_unique<test::ListSource>(without_asks(workload.jobs)));
  state.add_part(std::make_unique<AttachPart>(terms, state.capacity(), 1, 0));
  drive(state.simulation());
  RunResult result = state.take_result({});
  const AttachResult attached = *result.attach;
  return {std::move(result), attached};
}

TEST(LentGpus, AreAttachedAlikeOnBothLoops) {
  const auto hosted = [](Simulation& simulation) { ASSERT_TRUE(run_on_simgrid(simulation, {})); };
  const AttachTerms terms{.attach = Seconds(10.0),
                          .detach = Seconds(5.0),
                          .poll = Seconds(60.0),
                          .idle_return = Seconds(600.0),
                          .time_out = Seconds(600.0),
                          .failure = 0.1};
  const Workload workload = random_workload(7, 400);
  const Lending lending = random_lending(7);
  const Attached one = run_attached(terms, workload, lending, kNative);
  const Attached other = run_attached(terms, workload, lending, hosted);
  for (std::size_t job = 0; job < one.run.jobs.size(); ++job) {
    ASSERT_EQ(one.run.jobs.ended(job), other.run.jobs.ended(job));
    if (!one.run.jobs.ended(job)) continue;
    EXPECT_EQ(one.run.jobs.segments(job).back().end, other.run.jobs.segments(job).back().end);
  }
  EXPECT_EQ(one.attach.attached, other.attach.attached);
  EXPECT_EQ(one.attach.kept, other.attach.kept);
  EXPECT_EQ(one.attach.failed, other.attach.failed);
  EXPECT_EQ(one.attach.gpu_seconds, other.attach.gpu_seconds);
  EXPECT_GT(one.attach.kept, 20);
  EXPECT_GT(one.attach.failed, 5);
}

}  // namespace
}  // namespace gpuscape
