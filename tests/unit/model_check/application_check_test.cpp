/// Applications of a scenario against its cluster.

#include <gmock/gmock.h>

#include "sim/catalog/catalog.hpp"
#include "sim/model/check/check_notes.hpp"
#include "tests/support/checked_scenario.hpp"

namespace gpuscape {
namespace {

using testing::AllOf;
using testing::HasSubstr;

std::string scenario(const std::string& application,
                     const std::string& nodes = R"("dell-c4140-m")") {
  return R"({"format": 1, "cluster": {"nodes": {"old": )" + nodes + R"(},
               "networks": {"compute": {"type": "single-switch", "link": "10 GB/s",
                                        "latency": "1 us"}}},
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

TEST(ApplicationCheck, AGroupThatCannotRunItIsRefusedUnlessTheStreamAsksForOthers) {
  const std::string large = R"({"type": "resnet-50", "precision": "fp32", "batch_per_gpu": 256})";
  const std::string both = scenario(large, R"("dell-c4140-m", "new": "dgx-a100-80gb")");
  EXPECT_THAT(fault(both), AllOf(HasSubstr("nodes \"old\""), HasSubstr("\"gpu_models\"")));
  std::string asking = both;
  asking.insert(asking.find(R"("application": "a")"), R"("gpu_models": "a100", )");
  EXPECT_EQ(fault(asking), "");
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

TEST(ApplicationCheck, ApplicationsHaveACollectiveAndOneWithoutTypeMay) {
  const CheckedScenario hardware = test::checked(scenario(R"("resnet-50")"));
  const ApplicationSpec& known = *hardware.spec.streams[0].application;
  EXPECT_TRUE(known.model && hardware.steps != nullptr);
  EXPECT_EQ(known.collective.value().algorithm, "auto");
  const CheckedScenario given = test::checked(
      scenario(R"({"step_time": "300 ms", "bytes_per_step": "4 GB", "overlap": 0.5})"));
  const ApplicationSpec& steps = *given.spec.streams[0].application;
  EXPECT_EQ(steps.overlap, 0.5);
  EXPECT_FALSE(steps.model || steps.collective || given.steps != nullptr);
}

TEST(ApplicationCheck, DefaultsOfTheModelStandInTheResolvedScenario) {
  const CheckedScenario checked = test::checked(
      scenario(R"({"type": "data-parallel", "samples_per_second": 10, "batch_per_gpu": 2})"));
  const JsonValue& resolved =
      *checked.spec.resolved.find("workload")->find("applications")->find("a");
  EXPECT_EQ(resolved.find("prefetch")->number(), 1.0);
  EXPECT_THAT(checked.spec.defaulted, testing::Contains("/workload/applications/a/prefetch"));
}

std::string on_instance(const std::string& instance, const std::string& application) {
  return scenario(application, R"({"type": ")" + instance + R"(", "count": 2})");
}

TEST(ApplicationCheck, EveryCloudInstanceRunsTheApplicationsOfItsGpu) {
  const Catalog catalog = Catalog::shipped();
  std::size_t tried = 0;
  for (const std::string& id : catalog.ids("cloud"))
    for (const char* application : {R"("resnet-50")", R"("vgg-16")", R"("bert-large-128")"}) {
      EXPECT_EQ(fault(on_instance(id, application)), "") << id;
      ++tried;
    }
  EXPECT_GE(tried, 303U);
}

TEST(ApplicationCheck, AnInstanceComputesAtTheRateOfItsGpu) {
  // Half a K80, 64 images at 51.9 images/s: the catalogue's row.
  const CheckedScenario checked = test::checked(on_instance("azure-nc6", R"("resnet-50")"));
  const ExchangeNode one[] = {{0, 1, {}}};
  const JobSteps::Step step = checked.steps->alone(*checked.spec.streams[0].application, one);
  EXPECT_THAT(step.costs->basis, HasSubstr("measured: resnet-50-k80-half-fp32-64"));
  EXPECT_NEAR(step.time.value(), 64.0 / 51.9, 1e-9);
}

TEST(ApplicationCheck, WhatGpusExchangeInsideAnUnknownNodeIsSaidToCostNothing) {
  const auto notes = test::checked(on_instance("aws-p2-8xlarge", R"("resnet-50")")).spec.notes;
  EXPECT_THAT(notes, testing::Contains(HasSubstr("nothing is known of the inside of nodes")));
  EXPECT_THAT(test::checked(on_instance("azure-nc6", R"("resnet-50")")).spec.notes,
              testing::IsEmpty());
}

TEST(ApplicationCheck, ACollectiveThatTheScenarioAsksForNeedsAMapOfTheNode) {
  EXPECT_THAT(
      fault(on_instance("aws-p2-8xlarge", R"({"type": "resnet-50", "collective": "ring"})")),
      HasSubstr("have no GPUs that links lead to"));
}

TEST(ApplicationCheck, RunTimesCountAsMeasuredWithTheAlgorithmThatIsNamed) {
  const auto notes =
      test::checked(scenario(R"({"type": "resnet-50", "collective": "tree"})")).spec.notes;
  EXPECT_THAT(notes, testing::Contains(HasSubstr("count as measured with tree on this cluster")));
}

TEST(ApplicationCheck, SharpThatIsMissingWhereALogWasMeasuredIsNotBlamedOnThisNetwork) {
  std::string text = scenario(R"({"type": "resnet-50", "collective": "sharp"})",
                              R"({"type": "dgx-h100", "count": 2})");
  text.insert(text.find(R"("application": "a")"),
              R"("measured_on": {"node": "dgx-h100", "collective": "sharp"}, )");
  const std::string own = R"({"type": "single-switch", "link": "10 GB/s",
                                        "latency": "1 us"})";
  text.replace(text.find(own), own.size(),
               R"({"type": "single-switch", "switch": "nvidia-qm9700"})");
  EXPECT_THAT(fault(text), HasSubstr("where the run times of stream \"s\" were measured, with one "
                                     "switch as its measured_on has no \"network\""));
}

TEST(ApplicationCheck, RatesOnTwoBasesAreNamed) {
  const std::vector<RateBasis> bases{
      {"a", "p100", true}, {"a", "p40", false}, {"b", "p40", false}, {"c", "p100", true}};
  EXPECT_THAT(mixed_bases(bases),
              testing::ElementsAre("a is measured on p100, and a roofline estimate on p40"));
  const auto notes =
      test::checked(scenario(R"("resnet-50")", R"("dgx1-v100", "new": "dgx-h100")")).spec.notes;
  EXPECT_THAT(notes, testing::Contains(HasSubstr("rates are not on one basis: a is "
                                                 "measured on v100-sxm2")));
}

}  // namespace
}  // namespace gpuscape
