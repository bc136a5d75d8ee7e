/// Jobs that read from object stores.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/storage/input_run.hpp"

namespace gpuscape {
namespace {

using test::elapsed;
using test::run_input;
using test::waited_for;

/// A job of 8 GPUs asks for 800 MB/s, in requests of 1 MB; it has so much of it.
double share_of(const std::string& more, const std::string& dataset = "") {
  const RunResult result =
      run_input({.storage = R"({"type": "object", "read_bandwidth": "50 GB/s", )" + more + "}",
                 .dataset = dataset},
                {{}});
  return 1000.0 / elapsed(result)[0];
}

// 4 connections, each 1 MB in 10 ms and 1 MB ÷ 100 MB/s = 10 ms: 200 MB/s.
TEST(ObjectStore, ANodeHasAsManyRequestsUnderWayAsItHasConnections) {
  const std::string four = R"("connections": 4, "per_connection": "100 MB/s", "latency": "10 ms")";
  EXPECT_NEAR(share_of(four), 200.0 / 800.0, 1e-9);
  // Requests of 9 MB hide the latency: 9 MB in 100 ms.
  EXPECT_NEAR(share_of(four, R"(, "read": "9 MB")"), 360.0 / 800.0, 1e-9);
  EXPECT_NEAR(share_of(R"("connections": 4, "latency": "10 ms")"), 400.0 / 800.0, 1e-9);
  EXPECT_NEAR(share_of(R"("connections": 64, "latency": "10 ms")"), 1.0, 1e-9);
}

// Four connections of a node, each 1 MB in 10 ms, are 400 MB/s for both of its jobs together.
TEST(ObjectStore, JobsOfANodeShareItsConnections) {
  const std::string store =
      R"({"type": "object", "read_bandwidth": "50 GB/s", "connections": 4, "latency": "10 ms"})";
  const test::ReadingJobs halves{.count = 2, .gpus = 4};
  for (const double time : elapsed(run_input({.storage = store}, {halves})))
    EXPECT_NEAR(time, 2000.0, 1e-6);
  for (const double time : elapsed(run_input({.nodes = 2, .storage = store}, {{.count = 2}})))
    EXPECT_NEAR(time, 2000.0, 1e-6) << "each on a node of its own";
}

// Fewer readers than connections: 2 of 20 ms.
TEST(ObjectStore, ReadersOfADatasetNeedNotUseThemAll) {
  EXPECT_NEAR(share_of(R"("connections": 4, "per_connection": "100 MB/s", "latency": "10 ms")",
                       R"(, "readers": 2)"),
              100.0 / 800.0, 1e-9);
}

TEST(ObjectStore, IsWhatJobsWaitedFor) {
  const std::string store = R"({"type": "object", "read_bandwidth": "50 GB/s", "connections": 4)";
  EXPECT_EQ(waited_for(run_input({.storage = store + "}"}, {{}}), 0), "store: connections");
  EXPECT_EQ(
      waited_for(run_input({.storage = store + "}", .dataset = R"(, "readers": 2)"}, {{}}), 0),
      "d: readers");
}

// All who read share its bandwidth and its requests.
TEST(ObjectStore, IsSharedByAllWhoRead) {
  const std::string half = R"({"type": "object", "read_bandwidth": "800 MB/s", "latency": "0 s"})";
  for (const double time : elapsed(run_input({.nodes = 2, .storage = half}, {{.count = 2}})))
    EXPECT_NEAR(time, 2000.0, 1e-6);
  const std::string requests =
      R"({"type": "object", "read_bandwidth": "50 GB/s", "read_iops": 400, "latency": "0 s"})";
  const RunResult result = run_input({.storage = requests}, {{}});
  EXPECT_NEAR(elapsed(result)[0], 2000.0, 1e-6);
  EXPECT_EQ(waited_for(result, 0), "store: operations");
}

}  // namespace
}  // namespace gpuscape
