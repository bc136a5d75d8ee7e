#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/application_builder.hpp"

namespace gpuscape {
namespace {

using test::application_of;
using test::case_of;
using test::own_application;
using test::rate_of;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// MXNet's ResNet-50 as its README has it: one GPU's rate at a batch.
std::string mxnet(double rate, const std::string& precision) {
  return R"({"samples_per_second": )" + std::to_string(rate) +
         R"(, "batch_per_gpu": 128, "precision": ")" + precision + "\"}";
}

std::string faults(const test::BuiltApplication& built) { return format_issues(built.issues); }

// NVIDIA DeepLearningExamples, MxNet RN50v1.5 README: 10 723, 3 005 and 26 674 on eight GPUs. Each
// is 8 · rate · (1 − 0.0083 · 3) here.
TEST(DataParallel, EightGpusKeepWhatTheStragglerLeaves) {
  const auto amp = application_of("resnet-50", mxnet(1376.0, "amp"));
  const auto single = application_of("resnet-50", mxnet(384.0, "fp32"));
  const auto a100 = application_of("resnet-50", mxnet(3410.52, "amp"));
  EXPECT_NEAR(rate_of(*amp.model, case_of("v100-sxm2-16gb", 8)), 10734.0, 1.0);
  EXPECT_NEAR(rate_of(*single.model, case_of("v100-sxm2-16gb", 8)), 2996.0, 1.0);
  EXPECT_NEAR(rate_of(*a100.model, case_of("a100-sxm4-80gb", 8)), 26605.0, 1.0);
}

TEST(DataParallel, EveryDoublingOfNodesLosesAPercent) {
  const auto one = application_of("resnet-50", mxnet(1000.0, "amp"));
  const double node = rate_of(*one.model, case_of("v100-sxm2-16gb", 8));
  EXPECT_NEAR(rate_of(*one.model, case_of("v100-sxm2-16gb", 256)) / (32.0 * node), 0.95, 1e-12);
}

TEST(DataParallel, ARateIsOfTheSameGpuPrecisionAndTheNearestBatch) {
  const auto built = application_of("resnet-50", R"({"precision": "amp", "batch_per_gpu": 128})");
  const StepCosts costs = built.model->step(case_of("a100-sxm4-80gb", 1));
  EXPECT_EQ(costs.basis,
            "measured: resnet-50-a100-sxm4-80gb-amp-256-dgxa100-imagenet, scaled from batch 256 to "
            "128");
  const double fixed = 950 * 3.5e-6;  // launches; the rest of 256 images in 256/2470 s is halved
  EXPECT_NEAR(costs.compute.value(), fixed + (256.0 / 2470.0 - fixed) / 2.0, 1e-12);
  EXPECT_NEAR(costs.backward / costs.compute, 2.0 / 3.0, 1e-12);
}

TEST(DataParallel, OfEqualBatchesTheFirstRowOfTheCatalogueCounts) {
  const auto built = application_of("vgg-16", R"({"batch_per_gpu": 64, "precision": "fp32"})");
  EXPECT_EQ(built.model->step(case_of("p100-sxm2-16gb", 1)).basis,
            "measured: vgg-16-p100-sxm2-16gb-fp32-64-dgx1-synthetic");
  EXPECT_NEAR(rate_of(*built.model, case_of("p100-sxm2-16gb", 1)), 154.0, 1e-9);
}

TEST(DataParallel, AutomaticPrecisionFollowsTheTensorCores) {
  const auto built = application_of("resnet-50");
  EXPECT_THAT(built.model->step(case_of("k80-half", 1)).basis, HasSubstr("-fp32-"));
  EXPECT_THAT(built.model->step(case_of("v100-sxm2-16gb", 1)).basis, HasSubstr("-amp-256-"));
  EXPECT_EQ(built.model->step(case_of("k80-half", 2)).exchange, Bytes(102.4e6));
  EXPECT_EQ(built.model->step(case_of("v100-sxm2-16gb", 2)).exchange, Bytes(51.2e6));
}

// M40: 9.6 GFLOP an image ÷ (0.48 · 6.832 TFLOP/s) is 2.93 ms: 342 images a second, and 1050
// launches of 3.5 us.
TEST(DataParallel, ARooflineStandsInAndIsMarked) {
  const auto built = application_of("googlenet");
  const StepCosts costs = built.model->step(case_of("m40-24gb", 1));
  EXPECT_EQ(costs.basis, "roofline: 0.48 of 6.83 TFLOP/s in fp32, not measured");
  EXPECT_NEAR(costs.compute.value(), 0.3784, 1e-4);
}

TEST(DataParallel, AGivenRateHoldsForItsGpuAlone) {
  const auto built = own_application(
      R"({"samples_per_second": 100, "batch_per_gpu": 32, "gpu": "t4", "precision": "fp32"})");
  EXPECT_THAT(faults(built), IsEmpty());
  EXPECT_EQ(built.model->step(case_of("t4", 1)).basis, "given: 100 samples/s at batch 32");
  const ApplicationFault fault = built.model->fault(case_of("l4", 1));
  EXPECT_EQ(fault.message, "the rate of the application on l4 in fp32 is not known");
  EXPECT_EQ(fault.hint,
            "measured: t4; \"flops_forward\" and \"efficiency\" in fp32 allow a roofline estimate "
            "instead");
}

TEST(DataParallel, AnUnknownGpuIsAFaultThatNamesTheKnownOnes) {
  const auto built = application_of("resnet-50");
  const ApplicationFault fault = built.model->fault({});
  EXPECT_EQ(fault.message,
            "the rate of resnet-50 on a GPU that is not in the catalogue in fp32 is not known");
  EXPECT_THAT(fault.hint, AllOf(HasSubstr("v100-sxm2-16gb in amp"), HasSubstr("k80-half in fp32"),
                                HasSubstr("a roofline estimate needs the GPU's peak in fp32")));
}

// 25.6 M parameters of 12 and 16 bytes, and 256 images of 51.5 and 103 MB: 13.5 and 26.8 GB.
TEST(DataParallel, AModelThatDoesNotFitTheMemoryIsAFault) {
  const std::string batch = R"({"batch_per_gpu": 256, "precision": )";
  const StepCase of = case_of("v100-sxm2-16gb", 8);
  EXPECT_EQ(application_of("resnet-50", batch + "\"amp\"}").model->fault(of).message, "");
  const auto fault = application_of("resnet-50", batch + "\"fp32\"}").model->fault(of);
  EXPECT_THAT(fault.message, AllOf(HasSubstr("resnet-50 in fp32 with 256 samples"),
                                   HasSubstr("needs 26.8 GB of memory: v100-sxm2-16gb has 16 GB")));
  EXPECT_EQ(fault.hint, "there is memory for 151 samples");  // (16 − 0.41) GB ÷ 103 MB
  EXPECT_EQ(fault.key, "batch_per_gpu");
}

TEST(DataParallel, MemoryIsFullToTheByte) {
  const auto built = own_application(
      R"({"samples_per_second": 1, "batch_per_gpu": 10, "gradients": "1 GB", "parameters": 500,
          "optimizer_per_parameter": "2 MB", "activations": "1 GB"})");
  StepCase of = case_of("t4", 1);
  of.gpu.memory = Bytes(13e9);  // 2 + 1 + 10
  EXPECT_EQ(built.model->fault(of).message, "");
  of.gpu.memory = Bytes(13e9 - 1.0);
  EXPECT_NE(built.model->fault(of).message, "");
}

TEST(DataParallel, AModelThatFitsNoGpuSaysThatSplittingIsNotModelled) {
  const auto fault = application_of("llama3-8b").model->fault(case_of("a100-sxm4-80gb", 8));
  EXPECT_THAT(fault.hint, HasSubstr("split over GPUs are not modelled"));
}

TEST(DataParallel, StrongScalingSharesTheBatchAndWeakScalingKeepsIt) {
  const auto built = application_of("resnet-50", R"({"batch_per_gpu": 256, "precision": "amp"})");
  StepCase of = case_of("a100-sxm4-80gb", 16);
  of.sized_for_gpus = 8;
  EXPECT_DOUBLE_EQ(built.model->step(of).samples, 2048.0);
  of.scaling = StepScaling::weak;
  EXPECT_DOUBLE_EQ(built.model->step(of).samples, 4096.0);
  of.samples_per_gpu = 10.0;
  EXPECT_DOUBLE_EQ(built.model->step(of).samples, 160.0);
}

TEST(DataParallel, LessThanASampleForEachGpuIsAFault) {
  const auto built = application_of("resnet-50", R"({"batch_per_gpu": 4})");
  StepCase of = case_of("a100-sxm4-80gb", 8);
  of.sized_for_gpus = 2;
  EXPECT_EQ(built.model->fault(of).message, "");
  of.sized_for_gpus = 1;
  EXPECT_THAT(built.model->fault(of).message, HasSubstr("on 8 GPUs each has 0.5 samples"));
  of.samples_per_gpu = 0.0;
  EXPECT_THAT(built.model->fault(of).message, HasSubstr("trains no samples: its batch is 0"));
}

TEST(DataParallel, InputAndCopiesAreThoseOfTheSamples) {
  const auto built = own_application(
      R"({"samples_per_second": 1000, "batch_per_gpu": 100, "record": "115 kB", "decode": "2 ms",
          "to_gpu_per_sample": "600 kB", "from_gpu_per_sample": "4 B", "launches_per_step": 9,
          "calls_per_step": 30, "synchronous_calls_per_step": 6})");
  StepCase of = case_of("t4", 8, 4);
  of.cores_per_node = 16.0;
  const StepCosts costs = built.model->step(of);
  EXPECT_DOUBLE_EQ(costs.input.value(), 4 * 100 * 2e-3 / 16);
  EXPECT_DOUBLE_EQ(costs.input_per_node.value(), 4 * 100 * 115e3);
  EXPECT_DOUBLE_EQ(costs.to_gpu.value(), 60e6);
  EXPECT_DOUBLE_EQ(costs.from_gpu.value(), 400.0);
  EXPECT_EQ(costs.launches, 9);
  EXPECT_EQ(costs.calls, 30);
  EXPECT_EQ(costs.synchronous_calls, 6);
  of.cores_per_node = 0.0;  // not known
  EXPECT_EQ(built.model->step(of).input, Seconds(0.0));
}

TEST(DataParallel, TheRecordIsThatOfTheDatasetUnlessItIsGiven) {
  const auto from = [](const char* own) {
    return application_of("resnet-50", own).model->step(case_of("t4", 1)).input_per_node;
  };
  EXPECT_EQ(from(R"({"batch_per_gpu": 2})"), Bytes(230e3));
  EXPECT_EQ(from(R"({"batch_per_gpu": 2, "record": "1 kB"})"), Bytes(2e3));
}

TEST(DataParallel, MoreLaunchesThanAMeasuredStepTakesLeaveNothingForTheSamples) {
  const auto built = own_application(
      R"({"samples_per_second": 1000, "batch_per_gpu": 1, "launches_per_step": 1000})");
  EXPECT_DOUBLE_EQ(rate_of(*built.model, case_of("t4", 1)), 1000.0);
}

TEST(DataParallel, AnExchangeIsHiddenBehindTheBackwardPassAsFarAsItOverlaps) {
  const StepCosts costs{.compute = Seconds(0.3), .backward = Seconds(0.2), .overlap = 0.8};
  EXPECT_DOUBLE_EQ(step_time(costs, Seconds(0.16)).value(), 0.3);
  EXPECT_DOUBLE_EQ(step_time(costs, Seconds(0.26)).value(), 0.4);
  StepCosts slow_input = costs;
  slow_input.input = Seconds(0.5);
  EXPECT_DOUBLE_EQ(step_time(slow_input, Seconds(0.26)).value(), 0.6);
}

TEST(DataParallel, OfDifferentGpusTheSlowestSetsTheStep) {
  const auto built = application_of("resnet-50", R"({"precision": "fp32"})");
  std::vector<StepGpu> gpus = {test::gpu_of("v100-sxm2-16gb"), test::gpu_of("k80-half")};
  const StepCase of = case_of("v100-sxm2-16gb", 2);
  const Seconds slow = built.model->step(case_of("k80-half", 2)).compute;
  EXPECT_EQ(slowest_step(*built.model, of, gpus).compute, slow);
  std::ranges::reverse(gpus);
  EXPECT_EQ(slowest_step(*built.model, of, gpus).compute, slow);
}

struct Wrong {
  const char* own;
  const char* pointer;
  const char* message;
};

TEST(DataParallel, WrongParametersAreFaultsAtTheirPlaces) {
  const Wrong all[] = {
      {R"({"overlap": 1.1, "samples_per_second": 1, "batch_per_gpu": 1})", "/overlap", "1.1"},
      {R"({"samples_per_second": 1, "batch_per_gpu": 0})", "/batch_per_gpu", "0"},
      {R"({"samples_per_second": 0, "batch_per_gpu": 1})", "/samples_per_second", "0"},
      {R"({"samples_per_second": 1})", "/samples_per_second", "at which batch"},
      {R"({"batch_per_gpu": 1})", "", "nothing says how fast it computes"},
      {R"({"samples_per_second": 1, "batch_per_gpu": 1, "precision": "fp31"})", "/precision",
       "unknown precision \"fp31\""},
      {R"({"flops_forward": 1e9, "batch_per_gpu": 1, "efficiency": {"fp31": 1}})", "/efficiency",
       "unknown precision \"fp31\""},
      {R"({"samples_per_second": 1, "batch_per_gpu": 1, "calls_per_step": 2,
           "synchronous_calls_per_step": 3})",
       "/synchronous_calls_per_step", "2 calls, and 3 of them synchronous"},
      {R"({"flops_forward": 1, "efficiency": {"fp32": 1}})", "", "\"batch_per_gpu\" is missing"},
      {R"({"samples_per_second": 1, "batch_per_gpu": 1, "gradients": {"fp31": "1 B"}})",
       "/gradients/fp31", "unknown key \"fp31\""}};
  for (const Wrong& wrong : all) {
    const auto built = own_application(wrong.own);
    ASSERT_EQ(built.issues.size(), 1U) << wrong.own << "\n" << faults(built);
    EXPECT_EQ(built.issues[0].pointer, wrong.pointer) << wrong.own;
    EXPECT_THAT(built.issues[0].message, HasSubstr(wrong.message)) << wrong.own;
  }
}

TEST(Steps, TakeTheirTimeWhateverTheGpusAndExchangeAmongNodes) {
  const auto steps = test::make_model(test::builtin_models().applications, "steps",
                                      R"({"step_time": "250 ms", "bytes_per_step": "200 MB"})");
  for (const std::int64_t gpus : {1, 8, 64}) {
    const StepCosts costs = steps->step(case_of("t4", gpus));
    EXPECT_EQ(costs.compute, Seconds(0.25));
    EXPECT_EQ(costs.exchange, Bytes(gpus > 8 ? 200e6 : 0.0));
    EXPECT_EQ(costs.overlap * costs.backward.value(), 0.0);
  }
  EXPECT_FALSE(steps->traits().depends_on_hardware);
  EXPECT_TRUE(steps->traits().exchanges && steps->traits().exchanges_among_nodes);
}

TEST(StepGpus, HaveThePeaksAndTheMemoryOfTheCatalogue) {
  const StepGpu v100 = test::gpu_of("v100-sxm2-16gb");
  EXPECT_EQ(v100.peak(NumberFormat::fp32), FlopsPerSecond(15.7e12));
  EXPECT_EQ(v100.peak(NumberFormat::tf32), FlopsPerSecond(15.7e12));  // computed in FP32
  EXPECT_EQ(v100.peak(NumberFormat::amp), FlopsPerSecond(125e12));
  EXPECT_EQ(v100.peak(NumberFormat::bf16), FlopsPerSecond(0.0));
  EXPECT_EQ(v100.memory, Bytes(16e9));
  EXPECT_FALSE(test::gpu_of("p40").has_tensor_cores);
  EXPECT_EQ(test::gpu_of("p40").peak(NumberFormat::amp), FlopsPerSecond(11.76e12));
  EXPECT_EQ(find_step_gpu(JsonValue::make_object(), "t4").id, "");
}

StepCase case_on_board(const std::string& id) {
  JsonValue all = JsonValue::make_object();
  for (const std::string& gpu : test::shipped_catalog().ids("gpus"))
    all.set(gpu, plain_entry(*test::shipped_catalog().find("gpus", gpu)));
  StepCase of = case_of(id, 1);
  of.gpu = find_step_gpu(all, id);
  return of;
}

// MLPerf: 20.8 k images/s on 8 PCIe boards of 250 W, 12.14 k on 4 SXM boards of 400 W: 0.86 each.
TEST(DataParallel, AnotherBoardOfAChipTrainsAtItsShareOfTheRateThatWasMeasured) {
  const auto built = application_of("resnet-50", R"({"precision": "amp"})");
  const double sxm = rate_of(*built.model, case_on_board("a100-sxm4-40gb"));
  EXPECT_NEAR(rate_of(*built.model, case_on_board("a100-pcie-40gb")) / sxm, 0.86, 1e-9);
  EXPECT_THAT(built.model->step(case_on_board("a100-pcie-40gb")).basis,
              testing::EndsWith("on a100-pcie-40gb, × 0.86 for the board"));
}

TEST(DataParallel, ARooflineOfAnotherBoardIsItsShareOfTheFirstOnes) {
  const auto built = application_of("vgg-16", R"({"launch": "0 s"})");
  const double sxm = rate_of(*built.model, case_on_board("a100-sxm4-40gb"));
  EXPECT_NEAR(rate_of(*built.model, case_on_board("a100-pcie-40gb")) / sxm, 0.86, 1e-9);
  EXPECT_THAT(built.model->step(case_on_board("a100-pcie-40gb")).basis, HasSubstr("roofline"));
}

// C4130 G has the PCIe board and K the SXM2 one, of which ResNet-50 was measured: 219 images/s.
TEST(DataParallel, TheSlowerBoardOfAPairDoesNotBeatTheOneThatWasMeasured) {
  const auto built = application_of("resnet-50");
  EXPECT_NEAR(rate_of(*built.model, case_on_board("p100-sxm2-16gb")), 219.0, 1e-9);
  EXPECT_NEAR(rate_of(*built.model, case_on_board("p100-pcie-16gb")), 0.9 * 219.0, 1e-9);
  EXPECT_NEAR(rate_of(*built.model, case_on_board("k80")), 2.0 * 51.9, 1e-9);
}

TEST(DataParallel, WhatWasMeasuredOnTheOtherBoardCountsInBothDirections) {
  const auto built = application_of("googlenet");  // 468 images/s on the PCIe board
  EXPECT_NEAR(rate_of(*built.model, case_on_board("p100-pcie-16gb")), 468.0, 1e-9);
  EXPECT_NEAR(rate_of(*built.model, case_on_board("p100-sxm2-16gb")), 468.0 / 0.9, 1e-9);
}

}  // namespace
}  // namespace gpuscape
