/// Which GPUs jobs get, under every scheduler, backfill and placement, against books that try every
/// set of GPUs. GPUSCAPE_WORKLOADS=100000 tries as many random workloads.

#include <gtest/gtest.h>

#include "sim/engine/simgrid_host.hpp"
#include "tests/contract/all_models.hpp"
#include "tests/support/mixed_cluster.hpp"
#include "tests/support/oracles/gpu_books.hpp"
#include "tests/support/workloads.hpp"

namespace gpuscape {
namespace {

using test::all_models;
using test::GpuBooks;
using test::MixedWorkload;
using test::workloads;

const auto kNative = [](Simulation& simulation) { run_natively(simulation, kForever, {}); };

std::vector<std::vector<AllocationSpan>> allocations(const RunResult& result) {
  std::vector<std::vector<AllocationSpan>> all(result.jobs.size());
  for (std::size_t job = 0; job < all.size(); ++job)
    for (const Segment& segment : result.jobs.segments(job))
      for (const AllocationSpan& span : result.jobs.spans(segment)) all[job].push_back(span);
  return all;
}

class EveryPlacementOfGpus : public ::testing::TestWithParam<test::PolicyNames> {
 protected:
  static void expect_sound(std::uint32_t seed, std::size_t count) {
    const MixedWorkload workload = test::mixed_workload(seed, count);
    GpuBooks books(test::mixed_groups(), workload.jobs, workload.origins->asks());
    // What is preempted in a pass is free for those that start before it only afterwards.
    books.chooses_best = !test::make_policies(GetParam(), all_models()).scheduler->parts().preempts;
    test::run_mixed(workload, test::make_policies(GetParam(), all_models()), &books, kNative);
    EXPECT_TRUE(books.all_free()) << "seed " << seed;
  }
};

TEST_P(EveryPlacementOfGpus, HoldsNoGpuTwiceLosesNoneAndTakesTheNearest) {
  for (std::uint32_t seed = 1; seed <= 3 && !HasFailure(); ++seed) expect_sound(seed, 120);
}

TEST_P(EveryPlacementOfGpus, GivesTheSameGpusOnBothLoops) {
  const MixedWorkload workload = test::mixed_workload(4, 120);
  const auto run = [&](const auto& drive) {
    return allocations(
        test::run_mixed(workload, test::make_policies(GetParam(), all_models()), nullptr, drive));
  };
  const auto hosted = [](Simulation& simulation) { ASSERT_TRUE(run_on_simgrid(simulation, {})); };
  EXPECT_EQ(run(kNative), run(hosted));
}

std::vector<test::PolicyNames> combinations() {
  std::vector<test::PolicyNames> all;
  for (const std::string& scheduler : all_models().schedulers.names())
    for (const std::string& backfill : all_models().backfills.names())
      for (const std::string& placement : all_models().placements.names())
        all.push_back({scheduler, backfill, placement,
                       test::example_of(all_models().backfills, backfill), false,
                       test::example_of(all_models().schedulers, scheduler),
                       test::example_of(all_models().placements, placement)});
  return all;
}

std::string name_of(const ::testing::TestParamInfo<test::PolicyNames>& test) {
  std::string name = test.param.scheduler + "_" + test.param.backfill + "_" + test.param.placement;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

TEST(RandomMixedWorkloads, HoldNoGpuTwiceLoseNoneAndTakeTheNearest) {
  const std::vector<std::string> placements = all_models().placements.names();
  std::size_t chosen = 0;
  for (std::uint32_t seed = 1; seed <= workloads(200) && !::testing::Test::HasFailure(); ++seed) {
    const MixedWorkload workload = test::mixed_workload(seed, 24);
    GpuBooks books(test::mixed_groups(), workload.jobs, workload.origins->asks());
    const test::PolicyNames names{"fifo", seed % 2 == 0 ? "easy" : "conservative",
                                  placements[seed % placements.size()]};
    test::run_mixed(workload, test::make_policies(names, all_models()), &books, kNative);
    ASSERT_TRUE(books.all_free()) << "seed " << seed;
    chosen += books.chosen;
  }
  EXPECT_GT(chosen, 1000U);
}

INSTANTIATE_TEST_SUITE_P(Registered, EveryPlacementOfGpus, ::testing::ValuesIn(combinations()),
                         name_of);

}  // namespace
}  // namespace gpuscape
