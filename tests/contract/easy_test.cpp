/// EASY against its definition, and the promise it makes.

#include <gtest/gtest.h>

#include <string>

#include "tests/contract/oracles/easy_oracle.hpp"
#include "tests/support/promise_keeper.hpp"
#include "tests/support/random_jobs.hpp"

namespace gpuscape {
namespace {

using test::PromiseKeeper;
using test::random_jobs;

class EasyOn : public testing::TestWithParam<std::string> {
 protected:
  [[nodiscard]] test::PolicyNames easy(const std::string& parameters = "{}") const {
    return {"fifo", "easy", GetParam(), parameters, false};
  }
  static test::RandomJobs workload(std::uint32_t seed, std::uint32_t nodes, bool exact) {
    return {.count = 250,
            .gpus_total = static_cast<std::int32_t>(nodes) * 8,
            .load = 0.8 + 0.03 * (seed % 15),
            .exact_limits = exact,
            .coarse = seed % 3 == 0};
  }
};

TEST_P(EasyOn, StartsEveryJobWhenTheDefinitionSays) {
  for (std::uint32_t seed = 1; seed <= 120; ++seed) {
    const std::uint32_t nodes = 1 + seed % 8;
    const std::vector<Job> jobs = random_jobs(seed, workload(seed, nodes, seed % 2 == 0));
    const RunResult result = test::run_jobs({test::nodes(nodes, 8)}, jobs, easy());
    ASSERT_EQ(test::start_dates(result), test::slow_easy(jobs, nodes, 8, GetParam(), 100))
        << "seed " << seed;
  }
}

TEST_P(EasyOn, StartsGangsWhenTheDefinitionSaysAndSoDoesNoBackfill) {
  for (std::uint32_t seed = 1; seed <= 120; ++seed) {
    const std::uint32_t nodes = 2 + seed % 7;
    test::RandomJobs options = workload(seed, nodes, seed % 2 == 0);
    options.share_of_gangs = 0.5;
    const std::vector<Job> jobs = random_jobs(seed, options);
    const auto starts = [&](const test::PolicyNames& names) {
      return test::start_dates(test::run_jobs({test::nodes(nodes, 8)}, jobs, names));
    };
    ASSERT_EQ(starts(easy()), test::slow_easy(jobs, nodes, 8, GetParam(), 100)) << "seed " << seed;
    ASSERT_EQ(starts({"fifo", "none", GetParam()}), test::slow_easy(jobs, nodes, 8, GetParam(), 0));
  }
}

TEST_P(EasyOn, LooksNoFurtherThanItsDepth) {
  for (std::uint32_t seed = 1; seed <= 40; ++seed) {
    const std::vector<Job> jobs = random_jobs(seed, workload(seed, 4, seed % 2 == 0));
    const RunResult result = test::run_jobs({test::nodes(4, 8)}, jobs, easy(R"({"depth": 3})"));
    ASSERT_EQ(test::start_dates(result), test::slow_easy(jobs, 4, 8, GetParam(), 3))
        << "seed " << seed;
  }
}

TEST_P(EasyOn, BreaksNoPromiseUnderExactLimits) {
  PromiseKeeper keeper;
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    PromiseKeeper one;
    test::run_jobs({test::nodes(6, 8)}, random_jobs(seed, workload(seed, 6, true)), easy(), &one);
    keeper.promised += one.promised;
    keeper.broken += one.broken;
  }
  EXPECT_GT(keeper.promised, 1000);
  EXPECT_EQ(keeper.broken, 0);
}

TEST_P(EasyOn, BreaksNoPromiseOnNodesOfTwoKinds) {
  PromiseKeeper keeper;
  std::vector<Job> jobs =
      random_jobs(3, {.count = 3000, .gpus_total = 24, .load = 1.3, .share_with_cores = 0.4});
  const NodeGroup big{"big", 3, Demand{8, 64000, 1000}, false};
  const NodeGroup small{"small", 4, Demand{2, 64000, 1000}, false};
  test::run_jobs({big, small}, std::move(jobs), easy(), &keeper);
  EXPECT_GT(keeper.promised, 100);
  EXPECT_EQ(keeper.broken, 0);
}

INSTANTIATE_TEST_SUITE_P(Placements, EasyOn, testing::Values("pack", "spread", "best-fit"),
                         [](const auto& test) {
                           return test.param == "best-fit" ? "best_fit" : test.param;
                         });

/// A pool is one node with many GPUs: the definition is the same.
TEST(EasyOnAPool, StartsEveryJobWhenTheDefinitionSays) {
  for (std::uint32_t seed = 1; seed <= 150; ++seed) {
    const std::vector<Job> jobs = random_jobs(seed, {.count = 250,
                                                     .gpus_total = 40,
                                                     .load = 0.8 + 0.03 * (seed % 15),
                                                     .exact_limits = seed % 2 == 0,
                                                     .coarse = seed % 3 == 0});
    const RunResult result =
        test::run_jobs({test::pool(40)}, jobs, {"fifo", "easy", "pack", "{}", false});
    ASSERT_EQ(test::start_dates(result), test::slow_easy(jobs, 1, 40, "pack", 100))
        << "seed " << seed;
  }
}

TEST(EasyByHand, LetsAShortJobPassAndHoldsALongOneBack) {
  // 8 GPUs: the first takes 6 until 100; the head needs 8 from then on; of the two behind it only
  // the one that is over by 100 may use the two free GPUs.
  const std::vector<Job> jobs = {test::job(0, 6, 100, 100), test::job(1, 8, 50, 50),
                                 test::job(2, 2, 200, 200), test::job(3, 2, 97, 97)};
  const RunResult result =
      test::run_jobs({test::nodes(1, 8)}, jobs, {"fifo", "easy", "pack", "{}", false});
  EXPECT_EQ(test::start_dates(result), (std::vector<double>{0, 100, 150, 3}));
}

TEST(EasyByHand, ReservesNothingOnNodesWithoutGpus) {
  // The head waits for the GPU nodes; nodes with cores alone come first in the cluster.
  const std::vector<Job> jobs = {test::job(0, 3, 100, 100), test::job(1, 4, 50, 50),
                                 test::job(2, 1, 20, 20)};
  for (const char* placement : {"pack", "spread", "best-fit", "same-leaf", "same-nvlink-domain"}) {
    const RunResult result = test::run_jobs({test::nodes(2, 0, "cpu"), test::nodes(1, 4, "gpu")},
                                            jobs, {"fifo", "easy", placement, "{}", false});
    EXPECT_EQ(test::start_dates(result), (std::vector<double>{0, 100, 2})) << placement;
  }
}

TEST(EasyByHand, LetsALongJobPassOnANodeThatTheHeadDoesNotNeed) {
  // Two nodes of 8. By count 8 GPUs would be free at 100 with job 2 anywhere; by placement only
  // node 0 will be whole, so the long job goes to node 1 and the head still starts at 100.
  const std::vector<Job> jobs = {test::job(0, 8, 100, 100), test::job(0, 5, 500, 500),
                                 test::job(1, 8, 50, 50), test::job(2, 3, 900, 900)};
  const RunResult result =
      test::run_jobs({test::nodes(2, 8)}, jobs, {"fifo", "easy", "spread", "{}", false});
  EXPECT_EQ(test::start_dates(result), (std::vector<double>{0, 0, 100, 2}));
}

}  // namespace
}  // namespace gpuscape
