/// What a pool says of nodes: it is a bound in strict order, and none with a backfill.

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/random_jobs.hpp"

namespace gpuscape {
namespace {

/// Jobs that start later in a pool of 32 than on four nodes of eight.
int later_in_the_pool(std::uint32_t seed, const char* backfill, const char* placement) {
  const std::vector<Job> jobs =
      test::random_jobs(seed, {.count = 300, .gpus_total = 32, .load = 0.9});
  const auto starts = [&](const NodeGroup& group) {
    return test::start_dates(test::run_jobs({group}, jobs, {"fifo", backfill, placement}));
  };
  const std::vector<double> on_nodes = starts(test::nodes(4, 8));
  const std::vector<double> in_pool = starts(test::pool(32));
  int later = 0;
  for (std::size_t i = 0; i < jobs.size(); ++i) later += in_pool[i] > on_nodes[i] ? 1 : 0;
  return later;
}

TEST(PoolOrNodes, NoJobStartsLaterInThePoolInStrictOrder) {
  for (const char* placement : {"pack", "spread", "best-fit", "same-leaf", "same-nvlink-domain"})
    for (std::uint32_t seed = 1; seed <= 20; ++seed)
      EXPECT_EQ(later_in_the_pool(seed, "none", placement), 0) << placement << " seed " << seed;
}

TEST(PoolOrNodes, SomeJobsStartLaterInThePoolUnderEasy) {
  for (const char* placement : {"pack", "spread", "best-fit"}) {
    int later = 0;
    for (std::uint32_t seed = 1; seed <= 10; ++seed)
      later += later_in_the_pool(seed, "easy", placement);
    EXPECT_GT(later, 0) << placement;
  }
}

}  // namespace
}  // namespace gpuscape
