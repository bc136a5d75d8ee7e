#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/support/scratch_folder.hpp"
#include "tests/unit/remote/priced_scenario.hpp"

namespace gpuscape::test {
namespace {

using ::testing::HasSubstr;

/// Its first fault: place, message, hint.
std::string fault_of(const Priced& of, const RemoteOptions& options = {}) {
  try {
    answer_of(of, options);
  } catch (const ScenarioError& error) {
    return format_issues({error.issues().front()});
  }
  return "";
}

TEST(RemoteFaults, AWorkloadWithoutApplicationsIsRefused) {
  const std::string fault = fault_of({.application = ""});
  EXPECT_THAT(fault, HasSubstr("test.json:"));
  EXPECT_THAT(fault, HasSubstr("/workload/streams: no job that fits has an application"));
  EXPECT_THAT(fault, HasSubstr("resnet-50"));
}

TEST(RemoteFaults, AnApplicationThatSaysItsStepTimeAloneIsNotPriced) {
  EXPECT_THAT(
      fault_of(
          {.application = R"("application": "a")",
           .applications =
               R"("applications": {"a": {"step_time": "250 ms", "bytes_per_step": "0 B"}}, )"}),
      HasSubstr("none can be priced"));
}

TEST(RemoteFaults, AClusterWithoutGpusIsRefused) {
  EXPECT_THAT(fault_of({.nodes = R"("cpu": {"type": "cpu-2s-2024", "count": 2})",
                        .application = "",
                        .jobs = R"("generate": {"jobs": 2, "jobs_per_hour": 1,
                            "gpus": {"1": 1}, "run_time": {"distribution": "constant", "value": "1 h"}})"}),
              HasSubstr("GPU"));
}

TEST(RemoteFaults, NodesOfWhichNothingIsKnownAreRefused) {
  const std::string fault =
      fault_of({.nodes = R"("gpu": {"type": "custom", "count": 2, "gpus": 8})", .application = ""});
  EXPECT_THAT(fault, HasSubstr("/cluster/nodes: nothing is known of what is inside the nodes of "
                               "\"gpu\""));
  EXPECT_THAT(fault, HasSubstr("hgx-a100-8"));
}

TEST(RemoteFaults, TransfersHaveNoJobs) {
  EXPECT_THAT(
      fault_of({.application = "",
                .jobs = R"("transfers": [{"from": "gpu/0", "to": "gpu/1", "bytes": "1 GB"}])",
                .further = R"(, "run": {"detail": "step"})"}),
      HasSubstr("the scenario has transfers, and no jobs"));
}

TEST(RemoteFaults, JobsInCirculationAreNoList) {
  EXPECT_THAT(fault_of({.jobs = R"("closed": {"jobs": 2, "duration": "1 d", "gpus": {"1": 1},
                            "run_time": {"distribution": "constant", "value": "1 h"}})"}),
              HasSubstr("/workload/streams/s/closed: stream \"s\" keeps jobs in circulation"));
}

TEST(RemoteFaults, AGroupingThatNoJobHasIsRefused) {
  EXPECT_THAT(fault_of({}, {.by = "account"}),
              HasSubstr("--by: error: the workload has no account for any job"));
}

TEST(RemoteFaults, AClientThatTheCatalogueDoesNotHaveIsRefused) {
  EXPECT_THAT(fault_of({}, {.client = "cpu-2s-2025"}),
              HasSubstr("the catalogue has no node \"cpu-2s-2025\""));
}

TEST(RemoteFaults, GpusInNoNodeOfTheirOwnHaveNothingToCompareWith) {
  const Priced of{.nodes = R"("host": {"type": "cpu-2s-2024", "count": 2},
                      "box": {"type": "gpu-box", "count": 2, "gpus": 4, "gpu": "a100-pcie-40gb",
                              "link": "26 GB/s"})",
                  .networks = R"("fabric": {"type": "composed-pcie", "fabric": "liqid-grid-gen4"})",
                  .access = R"(, "gpu_access": {"type": "composed-pcie", "over": "fabric",
                      "clients": ["host"], "servers": ["box"]})"};
  EXPECT_THAT(fault_of(of), HasSubstr("there is nothing to compare with"));
}

TEST(RemoteFaults, SoftwareOfAFolderOfOnesOwnIsARow) {
  const ScratchFolder folder;
  std::filesystem::create_directory(folder.path() / "parts");
  std::ofstream(folder.path() / "parts" / "own.json") << R"({"remoting": {"ours": {
      "about": "ours", "transport": "roce-v2-100g", "per_call_overhead": "1 us",
      "source": ["estimate"]}}})";
  const std::string file = (folder.path() / "scenario.json").string();
  std::ofstream(file) << text_of({.further = R"(, "catalog": "parts")"});
  const RemoteAnswer answer = remote_answer({.file = file}, {}, builtin_models());
  EXPECT_EQ(row_of(answer, "ours", "roce-v2-100g").all.within[2].jobs, 60);
}

}  // namespace
}  // namespace gpuscape::test
