/// Who causes a cost.

#include "sim/study/metrics/showback.hpp"

#include <gtest/gtest.h>

#include "sim/study/metrics/cost_of_run.hpp"
#include "tests/unit/cost/cost_builder.hpp"

namespace gpuscape {
namespace {

constexpr double kWindow = 100.0;

/// One node of 8 GPUs for 800 kUSD over five years; "vision" holds 4 GPUs for half of the window,
/// "language" 4 GPUs for a quarter of it.
StudyResult two_streams() {
  StudyResult result;
  RunResult& run = result.first;
  run.nodes = {{.group = "dgx", .first_node = 0, .count = 1, .gpus = 8, .pool = false}};
  run.streams = {"vision", "language"};
  for (const std::uint16_t stream : {std::uint16_t{0}, std::uint16_t{1}}) {
    const double end = stream == 0 ? 50.0 : 25.0;
    const std::uint32_t job =
        run.jobs.add({.run_time = Seconds(end), .demand = {4, 0, 0}, .stream = stream});
    run.jobs.start(job, Seconds(0.0), std::vector{AllocationSpan{.node = 0, .gpus = 4}});
    run.jobs.end(job, Seconds(end), JobState::completed);
  }
  run.cost = std::make_shared<CostModel>(
      testing::cost_model({{{testing::pool_of(1, "800 kUSD")}, {}}, {{"buy", "nodes"}}}));
  result.averaged_to = Seconds(kWindow);
  result.usage = usage_of(run, {.average_to = Seconds(kWindow)});
  return result;
}

TEST(ShowbackTest, TheTotalIsSharedByHeldGpuTime) {
  const std::vector<Showback> all = showback(two_streams());
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].kind, "stream");
  ASSERT_EQ(all[0].rows.size(), 2U);
  EXPECT_EQ(all[0].rows[0].name, "vision");
  EXPECT_DOUBLE_EQ(all[0].rows[0].cost, 800e3 * 2 / 3);
  EXPECT_DOUBLE_EQ(all[0].rows[1].cost, 800e3 / 3);
}

// Held: a quarter and an eighth of all GPU time; the rest of what they pay is for idle GPUs.
TEST(ShowbackTest, IdleGpusArePartOfIt) {
  const std::vector<ShowbackRow> rows = showback(two_streams())[0].rows;
  EXPECT_NEAR(rows[0].held_gpu_hours, 5 * 8760.0 * 8 / 4, 1e-6);
  EXPECT_NEAR(rows[0].idle_cost, 800e3 * (2.0 / 3 - 1.0 / 4), 1e-6);
  EXPECT_NEAR(rows[1].idle_cost, 800e3 * (1.0 / 3 - 1.0 / 8), 1e-6);
  EXPECT_LE(rows[0].useful_gpu_hours, rows[0].held_gpu_hours);
}

}  // namespace
}  // namespace gpuscape
