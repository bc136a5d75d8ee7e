/// Conservative backfill against its definition, and the promises it makes.

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "tests/contract/conservative_oracle.hpp"
#include "tests/support/random_jobs.hpp"

namespace gpuscape {
namespace {

using test::random_jobs;
using test::slow_conservative;

class ConservativeOn : public testing::TestWithParam<std::string> {
 protected:
  static test::PolicyNames conservative(const std::string& placement, int depth, int interval) {
    return {"fifo", "conservative", placement,
            R"({"depth": )" + std::to_string(depth) + R"(, "interval": ")" +
                std::to_string(interval) + R"( s"})",
            false};
  }
  [[nodiscard]] static test::RandomJobs workload(std::uint32_t seed, std::int32_t gpus) {
    return {.count = 150,
            .gpus_total = gpus,
            .load = 0.8 + 0.03 * (seed % 15),
            .exact_limits = seed % 2 == 0,
            .coarse = seed % 3 == 0};
  }
};

TEST_P(ConservativeOn, StartsEveryJobWhenTheDefinitionSays) {
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    const std::uint32_t nodes = 1 + seed % 8;
    const std::vector<Job> jobs =
        random_jobs(seed, workload(seed, static_cast<std::int32_t>(nodes) * 8));
    const RunResult result =
        test::run_jobs({test::nodes(nodes, 8)}, jobs, conservative(GetParam(), 500, 0));
    ASSERT_EQ(test::start_dates(result),
              slow_conservative(jobs, {test::nodes(nodes, 8)}, GetParam(), 500))
        << "seed " << seed;
  }
}

TEST_P(ConservativeOn, PromisesNothingBehindItsDepth) {
  for (std::uint32_t seed = 1; seed <= 30; ++seed) {
    const std::vector<Job> jobs = random_jobs(seed, workload(seed, 32));
    const RunResult result =
        test::run_jobs({test::nodes(4, 8)}, jobs, conservative(GetParam(), 3, 0));
    ASSERT_EQ(test::start_dates(result),
              slow_conservative(jobs, {test::nodes(4, 8)}, GetParam(), 3))
        << "seed " << seed;
  }
}

TEST_P(ConservativeOn, StartsEveryJobWhenTheDefinitionSaysWithCoresAndTwoKindsOfNodes) {
  const std::vector<NodeGroup> groups = {{"big", 3, Demand{8, 64000, 1000}, false},
                                         {"small", 2, Demand{4, 16000, 200}, false}};
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    test::RandomJobs options = workload(seed, 24);
    options.share_with_cores = 0.4;
    const std::vector<Job> jobs = random_jobs(seed, options);
    const RunResult result = test::run_jobs(groups, jobs, conservative(GetParam(), 500, 0));
    ASSERT_EQ(test::start_dates(result), slow_conservative(jobs, groups, GetParam(), 500))
        << "seed " << seed;
  }
}

INSTANTIATE_TEST_SUITE_P(Placements, ConservativeOn, testing::Values("pack", "spread", "best-fit"),
                         [](const auto& test) {
                           return test.param == "best-fit" ? "best_fit" : test.param;
                         });

class ConservativeOnAPool : public ConservativeOn {};

TEST_F(ConservativeOnAPool, StartsEveryJobWhenTheDefinitionSays) {
  for (std::uint32_t seed = 1; seed <= 100; ++seed) {
    const std::vector<Job> jobs = random_jobs(seed, workload(seed, 40));
    const RunResult result = test::run_jobs({test::pool(40)}, jobs, conservative("pack", 500, 0));
    ASSERT_EQ(test::start_dates(result), slow_conservative(jobs, {test::pool(40)}, "pack", 500))
        << "seed " << seed;
  }
}

}  // namespace
}  // namespace gpuscape
