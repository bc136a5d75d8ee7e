/// Steps of several entries on the same GPUs: they share what computes, by hand.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "sim/run/transfers/transfer_run.hpp"
#include "tests/support/checked_scenario.hpp"

namespace gpuscape {
namespace {

/// A step computes for 100 ms on GPUs that clients use over a network, or in their own node.
std::vector<StepRow> rows_of(const std::string& steps, const std::string& application = "",
                             const std::string& access = R"("round_trip": "0 s")") {
  return run_transfers(test::checked(fmt::format(
                           R"({{"format": 1, "cluster": {{
        "nodes": {{"client": {{"type": "dell-r730", "count": 4}},
                   "gpu": {{"type": "dell-c4130-seed-rack", "count": 1}}}},
        "networks": {{"compute": {{"type": "single-switch", "switch": "mellanox-sx6036"}}}},
        "gpu_access": {{"type": "api-remoting", "over": "compute", "clients": ["client"],
                        "servers": ["gpu"], "software": {{"per_call_overhead": "0 s",
                        "bytes_per_call": "0 B", "dispatch": "0 s"}}, {}}}}},
      "workload": {{"applications": {{"a": {{"type": "data-parallel", "samples_per_second": 100,
          "batch_per_gpu": 10, "launches_per_step": 0, "gpu_straggler": 0, "node_straggler": 0
          {}}}}},
        "streams": {{"s": {{"steps": [{}]}}}}}},
      "run": {{"detail": "step"}}}})",
                           access, application, steps)))
      .steps;
}

std::string entry(const char* client, const char* more = "") {
  return fmt::format(R"({{"application": "a", "on": ["gpu/gpu0"], "client": "{}", "steps": 10{}}})",
                     client, more);
}

TEST(SharedGpus, KClientsTakeKTimesAsLong) {
  std::string steps = entry("client/0");
  for (int clients = 1; clients <= 4; ++clients) {
    for (const StepRow& row : rows_of(steps)) {
      EXPECT_NEAR(row.step().value(), 0.1 * clients, 1e-9);
      EXPECT_EQ(row.bound_by, clients == 1 ? "compute" : "others on its GPUs");
    }
    steps += ", " + entry(fmt::format("client/{}", clients % 4).c_str());
  }
}

/// The first has half of its second done when the other comes; from 1.5 s on that one is alone.
TEST(SharedGpus, WhoComesLaterTakesHalfFromThenOn) {
  const auto rows = rows_of(entry("client/0") + ", " + entry("client/1", R"(, "start": "500 ms")"));
  EXPECT_NEAR(rows[0].end.value(), 1.5, 1e-9);
  EXPECT_NEAR(rows[1].start.value(), 0.5, 1e-12);
  EXPECT_NEAR(rows[1].end.value(), 2.0, 1e-9);
}

TEST(SharedGpus, AtOtherTimesNobodyIsSlowed) {
  const auto alone = rows_of(entry("client/0"));
  const auto rows = rows_of(entry("client/0") + ", " + entry("client/1", R"(, "start": "1 min")"));
  EXPECT_EQ(rows[0].end, alone[0].end);
  EXPECT_NEAR(rows[1].end.value() - 60.0, alone[0].end.value(), 1e-9);
  EXPECT_EQ(rows[0].bound_by, "compute");
}

/// Half of a step waits for answers: who waits leaves the GPU to the other one.
TEST(SharedGpus, WhoWaitsForAnswersLeavesTheGpuToOthers) {
  const char* calls = R"(, "calls_per_step": 10, "synchronous_calls_per_step": 10)";
  const char* access = R"("round_trip": "10 ms")";
  const auto apart = rows_of(entry("client/0") + ", " + entry("client/1", R"(, "start": "100 ms")"),
                             calls, access);
  for (const StepRow& row : apart) EXPECT_NEAR(row.step().value(), 0.2, 1e-9);
  const auto together = rows_of(entry("client/0") + ", " + entry("client/1"), calls, access);
  for (const StepRow& row : together) EXPECT_NEAR(row.step().value(), 0.3, 1e-9);
}

/// 36 cores prepare samples for 250 ms while the GPU computes for 100: two fit, and three do not.
TEST(SharedGpus, ClientsBoundByTheirCoresFitTogether) {
  std::string steps = entry("client/0");
  for (int clients = 1; clients <= 3; ++clients) {
    for (const StepRow& row : rows_of(steps, R"(, "decode": "0.9 s")"))
      EXPECT_NEAR(row.step().value(), clients < 3 ? 0.25 : 0.3, 1e-9) << clients;
    steps += ", " + entry(fmt::format("client/{}", clients).c_str());
  }
}

/// Of two GPUs one is shared: the step is as slow as its slower half.
TEST(SharedGpus, TheSlowestGpuSetsTheStep) {
  const auto rows = rows_of(
      R"({"application": "a", "on": ["gpu/gpu0-1"], "steps": 10},
         {"application": "a", "on": ["gpu/gpu1-2"], "steps": 10},
         {"application": "a", "on": ["gpu/gpu3"], "steps": 10})");
  EXPECT_NEAR(rows[0].step().value(), 0.2, 1e-9);
  EXPECT_NEAR(rows[1].step().value(), 0.2, 1e-9);
  EXPECT_NEAR(rows[2].step().value(), 0.1, 1e-12);
}

/// An exchange that hides behind half of the computing hides behind twice as long a half, too.
TEST(SharedGpus, AnExchangeHidesBehindWhatIsComputed) {
  const char* application = R"(, "gradients": "300 MB", "overlap": 1, "bucket": "0 B")";
  const char* steps = R"({"application": "a", "on": ["gpu/gpu0-1"], "steps": 10})";
  const auto alone = rows_of(steps, application);
  EXPECT_NEAR(alone[0].step().value(), 0.1, 1e-6);
  EXPECT_GT(alone[0].exchange.value(), 0.02);
  for (const StepRow& row : rows_of(std::string(steps) + ", " + steps, application))
    EXPECT_NEAR(row.step().value(), 0.2, 0.2 * 1e-3);
}

}  // namespace
}  // namespace gpuscape
