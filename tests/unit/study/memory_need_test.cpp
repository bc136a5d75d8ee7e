#include "sim/study/memory_need.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/support/checked_scenario.hpp"

namespace gpuscape {
namespace {

Bytes need_of(const std::string& generate, const std::string& run) {
  const std::string text = fmt::format(
      R"({{"format": 1, "cluster": {{"nodes": {{"n": {{"type": "pool", "count": 8}}}}}},
      "workload": {{"streams": {{"jobs": {{"generate": {{{}, "gpus": {{"1": 1}},
      "run_time": {{"distribution": "constant", "value": "1 h"}}}}}}}}}}, "run": {}}})",
      generate, run);
  return memory_need(test::checked(text), {});
}

TEST(MemoryNeed, IsThatOfTheJobsOfOneReplication) {
  EXPECT_EQ(need_of(R"("jobs": 1000, "load": 0.5)", R"({"replications": 1})"), Bytes(160'000.0));
}

TEST(MemoryNeed, CountsTheReplicationsThatAreHeldAtOnce) {
  EXPECT_EQ(need_of(R"("jobs": 1000, "load": 0.5)", R"({"replications": 3})"), Bytes(480'000.0));
  EXPECT_EQ(need_of(R"("jobs": 1000, "load": 0.5)", R"({"replications": 90})"), Bytes(800'000.0));
  EXPECT_EQ(need_of(R"("jobs": 1000, "load": 0.5)", "{}"), Bytes(800'000.0));
}

/// Half of eight GPUs, an hour a job: four jobs an hour.
TEST(MemoryNeed, CountsTheJobsThatADurationBrings) {
  const Bytes need = need_of(R"("duration": "100 h", "load": 0.5)", R"({"replications": 1})");
  EXPECT_NEAR(need.value(), 400.0 * 160.0, 1.0);
}

}  // namespace
}  // namespace gpuscape
