/// Jobs that want GPUs of their own nodes, or lent ones, in a cluster that has both; and who shares
/// a server with whom.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "tests/support/checked_scenario.hpp"
#include "tests/support/scratch_folder.hpp"

namespace gpuscape {
namespace {

using testing::ElementsAre;

/// Two clients, a server with four GPUs that it lends, and a node with four of its own. So many
/// jobs are in the cluster at a time; `more` says what they ask for.
RunResult run(int jobs, const std::string& more, int gpus = 1) {
  const CheckedScenario scenario = test::checked(fmt::format(
      R"({{"format": 1, "cluster": {{
        "nodes": {{"own": {{"type": "dell-c4130-seed-rack", "count": 1}},
                   "client": {{"type": "dell-r730", "count": 2}},
                   "gpu": {{"type": "dell-c4130-seed-rack", "count": 1}}}},
        "networks": {{"compute": {{"type": "single-switch", "link": "10 GB/s", "latency": "1 us"}}}},
        "gpu_access": {{"type": "api-remoting", "over": "compute", "clients": ["client"],
                        "servers": ["gpu"], "software": "bitfusion-optimised-ib"}}}},
      "workload": {{"streams": {{"s": {{"closed": {{"jobs": {}, "duration": "50 min",
          "gpus": {{"{}": 1}}, "run_time": {{"distribution": "constant", "value": "1 h"}}}}{}}}}}}},
      "scheduler": {{"policy": "fifo", "backfill": "none"}}}})",
      jobs, gpus, more));
  Run run(scenario, load_traces(scenario.spec));
  run.step_until(kForever, {});
  return run.finish();
}

/// Of the jobs that started at once, the group whose GPUs each has.
std::vector<std::string> groups_of(const RunResult& result) {
  std::vector<std::string> groups;
  for (std::size_t job = 0; job < result.jobs.size(); ++job) {
    if (!result.jobs.started(job) || result.jobs.wait(job) > Seconds(0.0)) continue;
    const Segment& segment = result.jobs.segments(job).front();
    groups.push_back(result.nodes[result.group_of(result.jobs.spans(segment).back().node)].group);
  }
  return groups;
}

TEST(GpusFrom, WithoutItAJobTakesThoseOfItsOwnNodeFirst) {
  EXPECT_THAT(groups_of(run(3, "", 2)), ElementsAre("own", "own", "gpu"));
}

TEST(GpusFrom, AJobWaitsForWhatItAsksFor) {
  EXPECT_THAT(groups_of(run(3, R"(, "gpus_from": "lent")", 2)), ElementsAre("gpu", "gpu"));
  EXPECT_THAT(groups_of(run(3, R"(, "gpus_from": "own-nodes")", 2)), ElementsAre("own", "own"));
}

TEST(GpusFrom, JobsOnOneServerAreNeighbours) {
  const RunResult result = run(3, R"(, "gpus_from": "lent")");
  ASSERT_EQ(result.remote.size(), 3U);
  for (const auto& [job, cost] : result.remote) {
    EXPECT_EQ(cost.neighbours, 2U);
    EXPECT_NE(cost.nearest, job);
    EXPECT_EQ(cost.with_nearest, Seconds(3600.0));
  }
  EXPECT_EQ(run(1, R"(, "gpus_from": "lent")").remote.at(0).neighbours, 0U);
}

TEST(GpusFrom, WhoComesWhenTheOtherHasGoneIsNoNeighbour) {
  const RunResult result = run(2, R"(, "gpus_from": "lent")", 4);
  ASSERT_EQ(result.remote.size(), 2U);
  EXPECT_EQ(result.jobs.wait(1), Seconds(3600.0));
  for (const auto& [job, cost] : result.remote) EXPECT_EQ(cost.neighbours, 0U);
}

/// A job without GPUs runs on a client, whatever its stream asks for.
TEST(GpusFrom, AJobWithoutGpusIsAskedForNone) {
  const ScratchFolder folder;
  write_text(folder.path() / "log.csv", "submit,run,gpus,cores\n0,100,0,4\n0,100,1,4\n");
  const std::string text = R"({"format": 1, "cluster": {
      "nodes": {"client": {"type": "dell-r730", "count": 2},
                "gpu": {"type": "dell-c4130-seed-rack", "count": 1}},
      "networks": {"compute": {"type": "single-switch", "link": "10 GB/s", "latency": "1 us"}},
      "gpu_access": {"type": "api-remoting", "over": "compute", "clients": ["client"],
                     "servers": ["gpu"], "software": "bitfusion-optimised-ib"}},
    "workload": {"streams": {"s": {"gpus_from": "lent", "trace": {"format": "csv",
      "file": "log.csv", "columns": {"submit": {"from": "submit", "unit": "s"},
        "run_time": {"from": "run", "unit": "s"}, "gpus": {"from": "gpus"},
        "cores": {"from": "cores"}}}}}}})";
  const CheckedScenario scenario = test::checked(text, (folder.path() / "s.json").string());
  gpuscape::Run run(scenario, load_traces(scenario.spec));
  run.step_until(kForever, {});
  const RunResult result = run.finish();
  EXPECT_EQ(result.never_fit, 0);
  EXPECT_EQ(groups_of(result), (std::vector<std::string>{"client", "gpu"}));
}

}  // namespace
}  // namespace gpuscape
