/// Streams whose run times were measured elsewhere: drawn jobs, and nodes dealt among streams.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "tests/support/checked_scenario.hpp"
#include "tests/support/scratch_folder.hpp"

namespace gpuscape {
namespace {

RunResult run_of(const CheckedScenario& scenario) {
  Run run(scenario, load_traces(scenario.spec));
  run.step_until(kForever, {});
  return run.finish();
}

/// From start to end.
double took(const RunResult& result, std::size_t job) {
  const auto& segment = result.jobs.segments(job).back();
  return (segment.end - segment.start).value();
}

TEST(RescaledStreams, OfDrawnJobsEveryOneThatFollowsIsRescaled) {
  const RunResult result = run_of(test::checked(R"({"format": 1,
    "cluster": {"nodes": {"gpu": {"type": "dgx-a100-80gb", "count": 1}}},
    "workload": {"applications": {"r": {"type": "resnet-50", "bucket": "0 B"}},
      "streams": {"s": {"measured_on": "dgx1-v100", "application": "r",
      "closed": {"jobs": 1, "duration": "2 h", "gpus": {"8": 1},
                 "run_time": {"distribution": "constant", "value": "1 h"}}}}},
    "scheduler": {"policy": "fifo", "backfill": "none"}})"));
  ASSERT_GE(result.jobs.size(), 4U);
  for (std::size_t job = 0; job < result.jobs.size(); ++job)
    EXPECT_NEAR(took(result, job), 3600.0 * 1156.0 / 2470.0, 1e-6) << job;
}

/// Nodes are dealt by what each stream needs here, and rows of a log know no stream: the second
/// stream's jobs need half as much as logged, the first one's as much.
TEST(RescaledStreams, ShareOfNodesGoesByRunTimesHere) {
  const ScratchFolder folder;
  std::string log = "id,submit,run_time,gpus,user\n";
  for (int i = 0; i < 60; ++i) log += fmt::format("{},0,3600,8,u\n", i + 1);
  write_text(folder.path() / "log.csv", log);
  const auto stream = [](const char* more) {
    return std::string(R"({"trace": {"file": "log.csv", "format": "csv", "columns": {"id": "id",
      "submit": "submit", "run_time": "run_time", "gpus": "gpus", "user": "user"}})") +
           more + "}";
  };
  const CheckedScenario scenario = test::checked(
      R"({"format": 1, "cluster": {"nodes": {"gpu": {"type": "dgx-a100-80gb", "count": 30}},
        "networks": {"compute": {"type": "single-switch", "link": "25 GB/s", "latency": "1 us"}}},
        "workload": {"streams": {"a": )" +
          stream("") + R"(, "b": )" +
          stream(R"(, "measured_on": "dgx1-v100", "application": "resnet-50")") +
          R"(}}, "scheduler": {"policy": {"type": "dedicated", "by": "stream"}}})",
      (folder.path() / "s.json").string());
  const RunResult result = run_of(scenario);
  std::set<std::uint32_t> nodes_of_a;
  for (std::size_t job = 0; job < result.jobs.size(); ++job)
    if (result.jobs.stream(job) == 0)
      nodes_of_a.insert(result.jobs.spans(result.jobs.segments(job).back()).front().node);
  EXPECT_EQ(nodes_of_a.size(), 20U);  // 30 ÷ (1 + 0.468)
}

/// What a job takes on the nodes that it got is known when it starts; plans were made with what was
/// known before, and its end must be the one that they know.
TEST(RescaledStreams, OnUnequalNodesEndWherePlansExpectThemTo) {
  const ScratchFolder folder;
  std::string log = "id,submit,run_time,gpus\n";
  for (int i = 0; i < 40; ++i)
    log += fmt::format("{},{},{},{}\n", i + 1, i, 600 + 60 * i, i % 7 == 0 ? 4 : 1);
  write_text(folder.path() / "log.csv", log);
  const RunResult result = run_of(test::checked(
      R"({"format": 1, "cluster": {
        "nodes": {"a": {"type": "dell-c4130-d", "count": 1}, "b": {"type": "dell-c4140-m", "count": 2}},
        "networks": {"compute": {"type": "single-switch", "link": "25 Gbit/s", "latency": "1 us"}}},
      "workload": {"streams": {"s": {"trace": {"format": "csv", "file": "log.csv", "columns": {
        "id": "id", "submit": "submit", "run_time": "run_time", "gpus": "gpus"}},
        "measured_on": "dgx1-v100", "application": "resnet-50"}}},
      "scheduler": {"policy": "fifo", "backfill": "conservative"}})",
      (folder.path() / "s.json").string()));
  ASSERT_EQ(result.jobs.size(), 40U);
  for (std::size_t job = 0; job < result.jobs.size(); ++job)
    EXPECT_EQ(result.jobs.state(job), JobState::completed) << job;
}

}  // namespace
}  // namespace gpuscape
