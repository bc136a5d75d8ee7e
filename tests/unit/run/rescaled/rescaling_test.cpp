/// Run times that were measured elsewhere, against rates, batches and GPUs worked out by hand.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>

#include "tests/support/checked_scenario.hpp"
#include "tests/support/scratch_folder.hpp"

namespace gpuscape {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;

struct Rescaled {
  std::string nodes = R"({"gpu": {"type": "dgx-a100-80gb", "count": 4}})";
  std::string applications = R"({"r": {"type": "resnet-50", "bucket": "0 B"}})";  // none is late
  std::string stream = R"("measured_on": "dgx1-v100", "application": "r")";
  std::string columns = "";                                   // beside those of every log
  std::string log = "id,submit,run_time,gpus,state,limit\n";  // of which the columns have the names
  std::string scheduler = R"("policy": "fifo", "backfill": "none")";
  std::string faults = "node,start_s,end_s\n";  ///< of the log that `nodes` may name
};

RunResult run_of(const CheckedScenario& scenario) {
  Run run(scenario, load_traces(scenario.spec));
  run.step_until(kForever, {});
  return run.finish();
}

RunResult run(const Rescaled& of) {
  const ScratchFolder folder;
  write_text(folder.path() / "log.csv", of.log);
  write_text(folder.path() / "faults.csv", of.faults);
  const CheckedScenario scenario =
      test::checked(fmt::format(
                        R"({{"format": 1, "cluster": {{"nodes": {},
            "networks": {{"compute": {{"type": "single-switch", "link": "100 GB/s",
                                       "latency": "1 us"}}}}}},
          "workload": {{"applications": {}, "streams": {{"jobs": {{
            "trace": {{"file": "log.csv", "format": "csv", "columns": {{"id": "id",
              "submit": "submit", "run_time": "run_time", "gpus": "gpus", "state": "state",
              "time_limit": "limit"{}}}}}, {}}}}}}},
          "scheduler": {{{}}}}})",
                        of.nodes, of.applications, of.columns, of.stream, of.scheduler),
                    (folder.path() / "test.json").string());
  return run_of(scenario);
}

/// From start to end.
double took(const RunResult& result, std::size_t job) {
  const auto& segment = result.jobs.segments(job).back();
  return (segment.end - segment.start).value();
}

std::vector<std::string> assumed(const RunResult& result) {
  std::vector<std::string> texts;
  for (const Assumption& one : result.assumptions) texts.push_back(one.text);
  return texts;
}

/// Rates of the catalogue at 256 images: 1156 on one V100 with 32 GB, 2470 on one A100 with 80 GB.
/// Stragglers are the same on both, and the exchange is hidden behind the backward pass.
TEST(Rescaling, OnAsManyGpusTheRatesDecide) {
  Rescaled of;
  of.log += "1,0,3600,1,COMPLETED,\n2,0,7200,8,COMPLETED,\n";
  const RunResult result = run(of);
  EXPECT_NEAR(took(result, 0), 3600.0 * 1156.0 / 2470.0, 1e-6);
  EXPECT_NEAR(took(result, 1), 7200.0 * 1156.0 / 2470.0, 1e-6);
  EXPECT_THAT(
      assumed(result),
      AllOf(Contains(HasSubstr(
                "run times rescaled from dgx1-v100: 2 jobs with an application, 17 GPU-hours "
                "there, 7.9563 here")),
            Contains(AllOf(HasSubstr("resnet-50-v100-sxm2-32gb-amp-256-dgx1-imagenet"),
                           HasSubstr("resnet-50-a100-sxm4-80gb-amp-256-dgxa100-imagenet")))));
}

/// The second job gets the slower node, which fails when it has run for 1000 s there: that time is
/// lost, whatever it would have been on the node where it begins anew.
TEST(Rescaling, WhatAFailureLosesIsTimeOnTheNodesThatFailed) {
  Rescaled of;
  of.nodes =
      R"({"gpu": {"type": "dgx-a100-80gb", "count": 1}, "old": {"type": "dgx1-v100", "count": 1}},
                "failures": {"f": {"log": "faults.csv"}})";
  of.faults += "old/0,1000,9000\n";
  of.log += "1,0,3600,8,COMPLETED,\n2,0,3600,8,COMPLETED,\n";
  const RunResult result = run(of);
  ASSERT_EQ(result.life_times.size(), 1U);
  EXPECT_EQ(result.life_times[0].first, 1U);
  EXPECT_NEAR(result.life_times[0].second.redone.value(), 1000.0, 1e-6);
  EXPECT_NEAR(result.jobs.segments(1).back().end.value(), 2.0 * took(result, 0), 1e-6);
}

TEST(Rescaling, OfNodesAsTheyAreHereNothingChanges) {
  Rescaled of;
  of.stream = R"("measured_on": "dgx-a100-80gb", "application": "r")";
  of.log += "1,0,3600,1,COMPLETED,\n2,0,7200,24,COMPLETED,\n";
  const RunResult result = run(of);
  EXPECT_NEAR(took(result, 0), 3600.0, 1e-9);
  EXPECT_NEAR(took(result, 1), 7200.0, 1e-6);
}

/// 100 samples take 20 ms and 10 ms for each sample: t0 = 20 launches of 1 ms.
const char* const kPlain =
    R"({"r": {"type": "data-parallel", "samples_per_second": 98.0392156862745,
  "batch_per_gpu": 100, "launches_per_step": 20, "launch": "1 ms", "gpu_straggler": 0.01,
  "node_straggler": 0.02, "overlap": 0.5, "backward_per_forward": 2}})";

/// Strong: 16 GPUs with 50 samples each take 0.02 + 50 · 0.01 s for a step of as many samples as 8
/// GPUs process in 0.02 + 100 · 0.01 s; on two nodes instead of one.
TEST(Rescaling, OnMoreGpusABatchOfAllIsKept) {
  Rescaled of;
  of.nodes = R"({"gpu": {"type": "dgx1-v100", "count": 4}})";
  of.applications = kPlain;
  of.stream = R"("measured_on": "dgx1-v100",
                 "applications": [{"where": {}, "application": "r", "gpus": {"8": 16}}])";
  of.log += "1,0,3600,8,COMPLETED,\n2,0,3600,4,COMPLETED,\n3,0,3600,8,FAILED,\n";
  const RunResult result = run(of);
  EXPECT_EQ(result.jobs.demand(0).gpus, 16);
  EXPECT_NEAR(took(result, 0), 3600.0 * 0.52 / 1.02 / 0.98, 1e-5);
  EXPECT_EQ(result.jobs.demand(1).gpus, 4);
  EXPECT_NEAR(took(result, 1), 3600.0, 1e-6);
  EXPECT_EQ(result.jobs.demand(2).gpus, 8);
  EXPECT_NEAR(took(result, 2), 3600.0, 1e-9);
}

/// Weak: steps of twice as many samples, which take as long but for the second node.
TEST(Rescaling, OnMoreGpusTheBatchOfEachIsKeptWhereTheRuleSaysSo) {
  Rescaled of;
  of.nodes = R"({"gpu": {"type": "dgx1-v100", "count": 4}})";
  of.applications = kPlain;
  of.stream = R"("measured_on": "dgx1-v100", "applications": [{"where": {}, "application": "r",
                 "gpus": {"8": 16}, "scaling": "weak"}])";
  of.log += "1,0,3600,8,COMPLETED,\n";
  EXPECT_NEAR(took(run(of), 0), 3600.0 / 2.0 / 0.98, 1e-5);
}

TEST(Rescaling, JobsThatDidNotCompleteKeepTheirRunTimeAndAreCounted) {
  Rescaled of;
  of.log += "1,0,3600,8,FAILED,\n2,0,3600,8,CANCELLED,\n3,0,3600,8,COMPLETED,\n";
  const RunResult result = run(of);
  EXPECT_NEAR(took(result, 0), 3600.0, 1e-9);
  EXPECT_NEAR(took(result, 1), 3600.0, 1e-9);
  EXPECT_NEAR(took(result, 2), 3600.0 * 1156.0 / 2470.0, 1e-6);
  EXPECT_THAT(
      assumed(result),
      Contains(HasSubstr("run times kept: 2 jobs (16 GPU-hours) not completed in the log")));
}

TEST(Rescaling, JobsOfNoApplicationAreCounted) {
  Rescaled of;
  of.stream = R"("measured_on": "dgx1-v100",
                 "applications": [{"where": {"gpus": 8}, "application": "r"}])";
  of.log += "1,0,3600,8,COMPLETED,\n2,0,3600,2,COMPLETED,\n";
  const RunResult result = run(of);
  EXPECT_NEAR(took(result, 1), 3600.0, 1e-9);
  EXPECT_THAT(assumed(result),
              Contains(HasSubstr("run times kept: 1 job (2 GPU-hours) without an application")));
}

/// The first group is full: the second job runs on the other generation, at its own speed, whatever
/// the group on which its run time was expected.
TEST(Rescaling, EveryGenerationRunsAtItsOwnSpeed) {
  Rescaled of;
  of.nodes = R"({"new": {"type": "dgx-a100-80gb", "count": 1},
                 "old": {"type": "dgx1-v100", "count": 1}})";
  of.log += "1,0,3600,8,COMPLETED,\n2,0,3600,8,COMPLETED,\n";
  const RunResult result = run(of);
  EXPECT_NEAR(took(result, 0), 3600.0 * 1156.0 / 2470.0, 1e-6);
  EXPECT_NEAR(took(result, 1), 3600.0, 1e-6);
}

/// Elsewhere twice as fast: as logged the limit holds, here it is passed by a job that needs
/// longer.
TEST(Rescaling, TimeLimitsAreKeptOrRescaled) {
  Rescaled of;
  of.nodes = R"({"gpu": {"type": "dgx1-v100", "count": 4}})";
  of.scheduler = R"("policy": "fifo", "backfill": "none", "overrun": "kill")";
  of.stream = R"("measured_on": "dgx-a100-80gb", "application": "r")";
  of.log += "1,0,3600,8,COMPLETED,4000\n";
  const RunResult kept = run(of);
  EXPECT_NEAR(took(kept, 0), 4000.0, 1e-9);
  EXPECT_EQ(kept.jobs.state(0), JobState::timed_out);
  EXPECT_THAT(assumed(kept),
              Contains(HasSubstr("past the time limit here, but not there: 1 job (")));
  of.stream = R"("measured_on": {"node": "dgx-a100-80gb", "time_limits": "rescaled"},
                 "application": "r")";
  const RunResult rescaled = run(of);
  EXPECT_NEAR(took(rescaled, 0), 3600.0 * 2470.0 / 1156.0, 1e-5);
  EXPECT_EQ(rescaled.jobs.state(0), JobState::completed);
}

/// Stopped after 60 s of the 1685 s that it takes here: what is left is what was not done.
TEST(Rescaling, AJobThatIsStoppedKeepsWhatItDidHere) {
  Rescaled of;
  of.nodes = R"({"gpu": {"type": "dgx-a100-80gb", "count": 1}})";
  of.scheduler = R"("policy": "srtf", "backfill": "none")";
  of.log += "1,0,3600,8,COMPLETED,\n2,60,100,8,COMPLETED,\n";
  const RunResult result = run(of);
  constexpr double kRatio = 1156.0 / 2470.0;
  ASSERT_EQ(result.jobs.segments(0).size(), 2U);
  EXPECT_NEAR(took(result, 1), 100.0 * kRatio, 1e-6);
  EXPECT_NEAR(took(result, 0), 3600.0 * kRatio - 60.0, 1e-5);
}

/// On the second generation, where a second is less of its work than on the first: 1000 s before it
/// is stopped, and the rest there after the short job.
TEST(Rescaling, WhatAJobDidOnSlowerNodesCountsAsThere) {
  Rescaled of;
  of.nodes = R"({"new": {"type": "dgx-a100-80gb", "count": 1},
                 "old": {"type": "dgx1-v100", "count": 1}})";
  of.scheduler = R"("policy": "srtf", "backfill": "none")";
  of.columns = R"(, "gpu_models": "models")";
  of.log =
      "id,submit,run_time,gpus,state,limit,models\n1,0,7200,8,COMPLETED,,\n"
      "2,0,7200,8,COMPLETED,,\n3,1000,36,8,COMPLETED,,v100\n";
  const RunResult result = run(of);
  ASSERT_EQ(result.jobs.segments(1).size(), 2U);
  for (const auto& segment : result.jobs.segments(1))
    EXPECT_EQ(result.jobs.spans(segment).front().node, 1U);
  EXPECT_NEAR(took(result, 2), 36.0, 1e-6);
  EXPECT_NEAR(result.jobs.segments(1).back().end.value(), 7236.0, 1e-5);
}

TEST(Rescaling, AJobOnMoreNodesThanThoseMeasuredKeepsItsRunTimeAndIsCounted) {
  Rescaled of;
  of.stream = R"("measured_on": {"node": {"type": "dgx1-v100", "count": 1}}, "application": "r")";
  of.log += "1,0,3600,16,COMPLETED,\n2,0,3600,8,COMPLETED,\n";
  const RunResult result = run(of);
  EXPECT_NEAR(took(result, 0), 3600.0, 1e-9);
  EXPECT_NEAR(took(result, 1), 3600.0 * 1156.0 / 2470.0, 1e-6);
  EXPECT_THAT(assumed(result), Contains(HasSubstr("run times kept: 1 job (16 GPU-hours) on more")));
}

/// A step there waits for 51.2 MB over 100 Mbit/s, of which the backward pass hides little.
TEST(Rescaling, TheNetworkThatJoinedTheNodesCounts) {
  Rescaled of;
  of.nodes = R"({"gpu": {"type": "dgx1-v100", "count": 4}})";
  of.log += "1,0,3600,16,COMPLETED,\n2,0,3600,8,COMPLETED,\n";
  of.stream = R"("measured_on": {"node": "dgx1-v100", "network": {"type": "single-switch",
                 "link": "100 Mbit/s", "latency": "1 us"}}, "application": "r")";
  const RunResult result = run(of);
  EXPECT_LT(took(result, 0), 0.5 * 3600.0);
  EXPECT_NEAR(took(result, 1), 3600.0, 1e-6);
}

std::string fault(const Rescaled& of) {
  try {
    run(of);
    return "";
  } catch (const ScenarioError& error) {
    return error.what();
  }
}

TEST(Rescaling, WhatCannotBeIsRefusedAtItsPlace) {
  Rescaled of;
  of.stream = R"("measured_on": "dgx1-v1000", "application": "r")";
  EXPECT_THAT(fault(of), AllOf(HasSubstr("measured_on/node"), HasSubstr("unknown type"),
                               HasSubstr("did you mean \"dgx1-v100\"")));
  of.stream = R"("measured_on": "dgx1-v100", "application": {"step_time": "1 s",
                 "bytes_per_step": "1 GB"})";
  EXPECT_THAT(fault(of), AllOf(HasSubstr("measured_on"), HasSubstr("depends on hardware")));
  of.stream = R"("applications": [{"where": {}, "application": "r", "gpus": {"8": 16}}])";
  EXPECT_THAT(fault(of), HasSubstr("the stream needs \"measured_on\""));
  of.stream = R"("measured_on": "dgx1-v100", "applications": [{"where": {}, "application": "r",
                 "gpus": {"eight": 16}}])";
  EXPECT_THAT(fault(of), HasSubstr("numbers of GPUs are integers"));
  of.stream = R"("measured_on": "dgx1-v100", "applications": [{"where": {}, "application": "r",
                 "gpus": {"1": 512}}])";
  EXPECT_THAT(fault(of), HasSubstr("fewer than one"));
  of.stream = R"("measured_on": {"node": "dgx1-v100", "network": "single-switch"},
                 "application": "r")";
  EXPECT_THAT(fault(of), HasSubstr("measured_on/network"));
  of.stream = R"("measured_on": {"time_limits": "rescaled"}, "application": "r")";
  EXPECT_THAT(fault(of), HasSubstr("\"node\" is missing"));
}

}  // namespace
}  // namespace gpuscape
