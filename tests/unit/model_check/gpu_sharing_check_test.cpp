/// What a scenario says of shared GPUs and cannot mean.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "sim/model/check/check_placement.hpp"
#include "tests/support/checked_scenario.hpp"

namespace gpuscape {
namespace {

using testing::HasSubstr;

/// The faults of a scenario with such nodes, jobs and scheduler, one a line.
std::string faults(const std::string& nodes, const std::string& stream,
                   const std::string& sharing) {
  const std::string text =
      R"({"format": 1, "cluster": {"nodes": {"n": {"type": "custom", "count": 1, "gpus": 2)" +
      nodes + R"(}}}, "workload": {"streams": {"s": {)" + stream +
      R"("generate": {"jobs": 5, "jobs_per_hour": 1, "gpus": {"1": 1},
        "run_time": {"distribution": "constant", "value": "1 h"}}}}},
      "scheduler": {"gpu_sharing": )" +
      sharing + "}}";
  LoadedScenario scenario = test::load_text(text, "test.json");
  if (const auto file = check(scenario, test::builtin_models()))
    check_placement(*file, scenario.context);
  std::string all;
  for (const Issue& issue : scenario.context.sorted_issues())
    all += issue.pointer + ": " + issue.message + "\n";
  return all;
}

const std::string kA100 = R"(, "gpu_model": "a100-sxm4-80gb", "gpu_memory": "80 GB")";

TEST(GpuSharingCheck, WhatFitsIsTaken) {
  EXPECT_EQ(faults(kA100, R"("gpu_profile": "1g.10gb", )", R"("mig")"), "");
  EXPECT_EQ(faults(kA100, R"("gpu_profile": "7g.80gb", )", R"("mig")"), "");
  EXPECT_EQ(faults(kA100, R"("gpu_memory": "9 GB", "gpu_use": 0.2, )", R"("time-slices")"), "");
  EXPECT_EQ(faults(R"(, "gpu_model": "p40", "gpu_memory": "24 GB")", R"("gpu_profile": "P40-6Q", )",
                   R"({"type": "vgpu", "turns": "fixed-share"})"),
            "");
}

TEST(GpuSharingCheck, PairsAreOfStreams) {
  const auto pairs = [](const std::string& entries) {
    return faults("", "", R"({"type": "mps", "pairs": [)" + entries + "]}");
  };
  EXPECT_EQ(pairs(R"({"stream": "s", "beside": "s", "pace": 0.8})"), "");
  EXPECT_THAT(pairs(R"({"stream": "s", "beside": "t", "pace": 0.8})"),
              HasSubstr("no stream is called \"t\""));
  EXPECT_THAT(pairs(R"({"stream": "s", "beside": "s", "pace": 1.1})"), HasSubstr("pace"));
  EXPECT_THAT(pairs(R"({"stream": "s", "beside": "s", "pace": 0.8},
                       {"stream": "s", "beside": "s", "pace": 0.9})"),
              HasSubstr("this pair is there already"));
}

TEST(GpuSharingCheck, SoloRunsGiveALaw) {
  const auto solo = [](const std::string& entries) {
    return faults("", "", R"({"type": "mps", "solo": [)" + entries + "]}");
  };
  const std::string rows = R"("runs": [{"batch": 1, "per_second": 10},
      {"batch": 2, "per_second": 15}, {"batch": 4, "per_second": 18}])";
  EXPECT_EQ(solo(R"({"stream": "s", "multiprocessors": 0.4, "power": "90 W"})"), "");
  EXPECT_EQ(solo(R"({"stream": "s", "batch": 2, )" + rows + "}"), "");
  EXPECT_THAT(solo(R"({"stream": "t", "l2": 0.4})"), HasSubstr("no stream is called \"t\""));
  EXPECT_THAT(solo(R"({"stream": "s"})"), HasSubstr("nothing says what its jobs do alone"));
  EXPECT_THAT(solo(R"({"stream": "s", "l2": 0.4}, {"stream": "s", "l2": 0.5})"),
              HasSubstr("/scheduler/gpu_sharing/solo/1/stream: this stream is there already"));
  EXPECT_THAT(solo(R"({"stream": "s", "memory_bandwidth": 1.1})"), HasSubstr("memory_bandwidth"));
  EXPECT_THAT(solo(R"({"stream": "s", )" + rows + "}"),
              HasSubstr("\"runs\" and \"batch\" go together"));
  EXPECT_THAT(solo(R"({"stream": "s", "l2": 0.1, "batch": 2})"),
              HasSubstr("\"runs\" and \"batch\" go together"));
  EXPECT_THAT(solo(R"({"stream": "s", "batch": 2, "runs": [{"batch": 1, "per_second": 10}]})"),
              HasSubstr("at least three rows of one process"));
}

TEST(GpuSharingCheck, GpusCutForGoodAreNotCutAgain) {
  const auto mig = [](const std::string& more) {
    return faults(kA100, R"("gpu_profile": "1g.10gb", )", R"({"type": "mig", )" + more + "}");
  };
  EXPECT_EQ(mig(R"("carve": "20 s")"), "");
  EXPECT_THAT(mig(R"("carve": "20 s", "mix": ["1g.10gb"])"),
              HasSubstr("gpu_sharing/carve: GPUs that are cut for good"));
  EXPECT_THAT(mig(R"("carve": "-1 s")"), HasSubstr("carve"));
}

TEST(GpuSharingCheck, AMixFitsOnOneGpu) {
  const auto mix = [](const std::string& profiles) {
    return faults(kA100, R"("gpu_profile": "1g.10gb", )",
                  R"({"type": "mig", "mix": [)" + profiles + "]}");
  };
  EXPECT_EQ(mix(R"("4g.40gb", "2g.20gb", "1g.10gb")"), "");
  EXPECT_THAT(mix(R"("3g.40gb", "3g.40gb", "1g.10gb")"),
              HasSubstr("the mix 3g.40gb + 3g.40gb + 1g.10gb does not fit on one GPU"));
  EXPECT_THAT(mix(R"("9g.40gb")"), HasSubstr("do not have all profiles of the mix 9g.40gb"));
  EXPECT_THAT(mix(R"("7g.80gb")"), HasSubstr("\"7g.80gb\" of the mix is all of a GPU"));
  EXPECT_THAT(faults(kA100, "", R"({"type": "mig", "mix": ["1g.10gb"], "profiles": ["1g.10gb"]})"),
              HasSubstr("what jobs may get is what GPUs are cut into"));
}

TEST(GpuSharingCheck, WhatNoPartOfAMixHoldsIsRefused) {
  const std::string mix = R"({"type": "mig", "mix": ["3g.40gb", "3g.40gb"]})";
  EXPECT_EQ(faults(kA100, R"("gpu_memory": "40 GB", )", mix), "");
  EXPECT_THAT(faults(kA100, R"("gpu_memory": "41 GB", )", mix),
              HasSubstr("no GPU of the cluster has 41 GB"));
  EXPECT_THAT(faults(kA100, "", mix), HasSubstr("no job of stream \"s\" can be placed here"));
}

TEST(GpuSharingCheck, OfNodesComesBeforeTheSchedulers) {
  EXPECT_EQ(
      faults(kA100 + R"(, "gpu_sharing": "mig")", R"("gpu_profile": "1g.10gb", )", R"("whole")"),
      "");
  EXPECT_THAT(
      faults(kA100 + R"(, "gpu_sharing": {"type": "mig", "profile": []})", "", R"("whole")"),
      HasSubstr("/cluster/nodes/n/gpu_sharing/profile: unknown key"));
}

TEST(GpuSharingCheck, GpusWithoutProfilesAreNamed) {
  EXPECT_THAT(faults("", "", R"("mig")"), HasSubstr("nothing says which GPUs these are"));
  EXPECT_THAT(faults(R"(, "gpu_model": "t4")", "", R"("mig")"),
              HasSubstr("no MIG profiles are known of a GPU \"t4\""));
  EXPECT_THAT(faults(kA100, "", R"({"type": "mig", "profiles": ["2g.10gb"]})"),
              HasSubstr("has no profile \"2g.10gb\""));
  EXPECT_THAT(faults("", "", R"("vgpu")"), HasSubstr("how much memory these GPUs have"));
}

TEST(GpuSharingCheck, AsksThatNoGpuAnswersAreRefused) {
  EXPECT_THAT(faults(kA100, R"("gpu_profile": "1g.5gb", )", R"("mig")"),
              HasSubstr("no GPU of the cluster is cut into a profile \"1g.5gb\""));
  EXPECT_THAT(faults(kA100, R"("gpu_memory": "100 GB", )", R"("mig")"),
              HasSubstr("no GPU of the cluster has 100 GB"));
  EXPECT_THAT(faults(kA100, R"("gpu_memory": "1 GB", "gpu_profile": "1g.10gb", )", R"("mig")"),
              HasSubstr("the profile says how much memory it has"));
  EXPECT_THAT(faults(kA100, R"("gpu_use": 1.5, )", R"("mps")"), HasSubstr("gpu_use"));
}

TEST(GpuSharingCheck, AFixedShareIsOfOneSize) {
  EXPECT_THAT(faults(kA100, "", R"({"type": "vgpu", "turns": "fixed-share", "mixed_sizes": true})"),
              HasSubstr("a fixed share is one of vGPUs of one size"));
}

TEST(GpuSharingCheck, ADesignIsResolvedAsShortAsItWasWritten) {
  const CheckedScenario scenario = test::checked(
      R"({"format": 1, "cluster": {"nodes": {"n": {"type": "custom", "gpus": 2}}},
          "workload": {"streams": {"s": {"generate": {"jobs": 5, "jobs_per_hour": 1,
            "gpus": {"1": 1}, "run_time": {"distribution": "constant", "value": "1 h"}}}}}})");
  EXPECT_EQ(scenario.spec.resolved.find("scheduler")->find("gpu_sharing")->text(), "whole");
}

}  // namespace
}  // namespace gpuscape
