/// Applications of a scenario against its cluster.

#include <gmock/gmock.h>

#include "tests/support/checked_scenario.hpp"

namespace gpuscape {
namespace {

using testing::AllOf;
using testing::HasSubstr;

std::string scenario(const std::string& application,
                     const std::string& nodes = R"("dell-c4140-m")") {
  return R"({"format": 1, "cluster": {"nodes": {"old": )" + nodes + R"(}},
             "workload": {"applications": {"a": )" +
         application + R"(},
                          "streams": {"s": {"application": "a", "generate": {"jobs": 3, "load": 0.5,
             "gpus": {"1": 1}, "run_time": {"distribution": "constant", "value": "1 h"}}}}}})";
}

std::string fault(const std::string& text) {
  try {
    test::checked(text);
    return "";
  } catch (const ScenarioError& error) {
    return error.what();
  }
}

TEST(ApplicationCheck, AModelTooLargeForEveryGpuIsRefusedAtItsBatch) {
  const std::string text =
      fault(scenario(R"({"type": "resnet-50", "precision": "fp32", "batch_per_gpu": 256})"));
  EXPECT_THAT(text, AllOf(HasSubstr("/workload/applications/a/batch_per_gpu"),
                          HasSubstr("needs 26.8 GB of memory: v100-sxm2-16gb has 16 GB"),
                          HasSubstr("there is memory for 151 samples")));
  EXPECT_EQ(fault(scenario(R"({"type": "resnet-50", "precision": "amp", "batch_per_gpu": 256})")),
            "");
}

TEST(ApplicationCheck, OfSeveralGroupsTheFirstIsSaid) {
  const std::string large = R"({"type": "resnet-50", "precision": "fp32", "batch_per_gpu": 256})";
  const std::string text = fault(scenario(large, R"("dell-c4140-m", "new": "dell-c4130-k")"));
  EXPECT_THAT(text, AllOf(HasSubstr("nodes \"old\""), HasSubstr("v100-sxm2-16gb has 16 GB")));
}

TEST(ApplicationCheck, OneGroupThatCanRunItIsEnough) {
  const std::string large = R"({"type": "resnet-50", "precision": "fp32", "batch_per_gpu": 256})";
  EXPECT_EQ(fault(scenario(large, R"("dell-c4140-m", "new": "dgx-a100-80gb")")), "");
}

TEST(ApplicationCheck, AGpuThatNobodyKnowsIsRefusedWithThoseThatAreMeasured) {
  const std::string text = fault(scenario(R"("resnet-50")", R"({"type": "custom", "gpus": 8})"));
  EXPECT_THAT(text, AllOf(HasSubstr("a GPU that is not in the catalogue"),
                          HasSubstr("v100-sxm2-16gb in amp"), HasSubstr("nodes \"old\"")));
}

TEST(ApplicationCheck, OverlapAboveOneAndABatchOfZeroAreRefusedAtTheirPlaces) {
  EXPECT_THAT(fault(scenario(R"({"type": "resnet-50", "overlap": 1.5})")),
              HasSubstr("/workload/applications/a/overlap"));
  EXPECT_THAT(fault(scenario(R"({"type": "resnet-50", "batch_per_gpu": 0})")),
              HasSubstr("/workload/applications/a/batch_per_gpu"));
}

TEST(ApplicationCheck, ModelsAreMadeOfNamedAndOfGivenApplications) {
  const CheckedScenario checked =
      test::checked(scenario(R"({"type": "resnet-50", "batch_per_gpu": 64})"));
  const auto named = checked.models.application(*checked.spec.streams[0].application);
  EXPECT_TRUE(named->traits().depends_on_hardware);
  const auto given = checked.models.application({Seconds(0.3), Bytes(4e9)});
  const StepCosts costs = given->step({.gpus = 16, .nodes = 2, .gpus_per_node = 8});
  EXPECT_EQ(costs.compute, Seconds(0.3));
  EXPECT_EQ(costs.exchange, Bytes(4e9));
}

TEST(ApplicationCheck, DefaultsOfTheModelStandInTheResolvedScenario) {
  const CheckedScenario checked = test::checked(
      scenario(R"({"type": "data-parallel", "samples_per_second": 10, "batch_per_gpu": 2})"));
  const JsonValue& resolved =
      *checked.spec.resolved.find("workload")->find("applications")->find("a");
  EXPECT_EQ(resolved.find("calls_per_step")->integer(), 0);
  EXPECT_THAT(checked.spec.defaulted, testing::Contains("/workload/applications/a/calls_per_step"));
}

}  // namespace
}  // namespace gpuscape
