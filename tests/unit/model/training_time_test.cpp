/// What a scenario need not say of an application: kernels of a step, the batch, epochs; and what a
/// power limit takes.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/application_builder.hpp"

namespace gpuscape {
namespace {

using test::application_of;
using test::case_of;
using test::own_application;
using testing::HasSubstr;

constexpr double kLaunch = 3.5e-6;  // s, the catalogue's

double compute_of(const test::BuiltApplication& built, const StepCase& of) {
  return built.model->step(of).compute.value();
}

std::string faults(const test::BuiltApplication& built) { return format_issues(built.issues); }

StepCase strong(std::int64_t gpus) {
  StepCase of = case_of("a100-sxm4-80gb", gpus);
  of.sized_for_gpus = 1;
  return of;
}

/// 128 samples at 1000 samples/s, of which 1000 launches do not shrink with the batch.
TEST(Launches, AreAThousandWhereNobodyCountsThem) {
  const auto built = own_application(R"({"samples_per_second": 1000, "batch_per_gpu": 128})");
  const double fixed = 1000 * kLaunch;
  EXPECT_NEAR(compute_of(built, strong(1)), 0.128, 1e-12);
  const double kept = 1.0 - 0.0083 * 3.0;
  EXPECT_NEAR(compute_of(built, strong(8)), (fixed + (0.128 - fixed) / 8.0) / kept, 1e-12);
  EXPECT_THAT(built.model->step(strong(8)).basis, HasSubstr("1000 launches a step, assumed"));
  EXPECT_EQ(built.model->step(strong(8)).launches, 1000);
}

TEST(Launches, AreSixteenForEachLayer) {
  const auto built =
      own_application(R"({"samples_per_second": 1000, "batch_per_gpu": 128, "layers": 50})");
  EXPECT_EQ(built.model->step(strong(8)).launches, 800);
}

TEST(Launches, ThatAreGivenCount) {
  const auto built = own_application(
      R"({"samples_per_second": 1000, "batch_per_gpu": 128, "layers": 50, "launches_per_step": 0})");
  EXPECT_EQ(built.model->step(strong(8)).launches, 0);
  EXPECT_EQ(built.model->step(strong(8)).basis.find("assumed"), std::string::npos);
}

/// BERT-large with sequences of 512 in half precision: 672 MB of weights and as much of gradients,
/// 12 B for each of 336 million parameters, 931 MB of activations a sequence. NVIDIA trains it with
/// 8 on 16 GB and 56 on 80 GB.
TEST(TypicalBatch, GrowsWithTheMemoryThatAModelLeaves) {
  const auto built = application_of("bert-large-512");
  const auto batch = [&](const char* gpu) { return built.model->step(case_of(gpu, 1)).samples; };
  EXPECT_DOUBLE_EQ(batch("v100-sxm2-16gb"), 8.0);
  EXPECT_DOUBLE_EQ(batch("a100-sxm4-80gb"), 56.0);
}

TEST(TypicalBatch, IsThatOfTheApplicationWhereItDoesNotFillTheMemory) {
  const auto built = application_of("resnet-50");
  EXPECT_DOUBLE_EQ(built.model->step(case_of("v100-sxm2-16gb", 1)).samples, 256.0);
  EXPECT_DOUBLE_EQ(built.model->step(case_of("a100-sxm4-80gb", 1)).samples, 256.0);
}

TEST(TypicalBatch, GivesWayToTheOneThatIsGiven) {
  const auto built = application_of("bert-large-512", R"({"batch_per_gpu": 3})");
  EXPECT_DOUBLE_EQ(built.model->step(case_of("a100-sxm4-80gb", 1)).samples, 3.0);
}

/// MLPerf Training v2.1: 32 epochs at 3264 images a step, 42 at 13056.
TEST(Epochs, OfResnet50GrowWithTheBatchOfAllGpus) {
  constexpr double kImages = 1281167.0;
  const auto built = application_of("resnet-50", R"({"batch_per_gpu": 408, "precision": "amp",
                                                         "evaluation": {"samples": 0}})");
  const auto epochs = [&](std::int64_t gpus) {
    return built.model->step(case_of("a100-sxm4-80gb", gpus)).to_train / kImages;
  };
  EXPECT_DOUBLE_EQ(epochs(1), 32.0);
  EXPECT_DOUBLE_EQ(epochs(8), 32.0);
  EXPECT_DOUBLE_EQ(epochs(32), 42.0);
  EXPECT_NEAR(epochs(16), 37.0, 1e-9);  // halfway, by the logarithm
  EXPECT_DOUBLE_EQ(epochs(1024), 83.0);
}

TEST(Epochs, AreNotKnownWithoutSamplesOfAnEpoch) {
  const std::string own = R"({"samples_per_second": 10, "batch_per_gpu": 2,
      "epochs": [{"batch": 2, "epochs": 3}])";
  EXPECT_EQ(own_application(own + "}").model->step(strong(1)).to_train, 0.0);
  EXPECT_EQ(own_application(own + R"(, "dataset_samples": 500})").model->step(strong(1)).to_train,
            1500.0);
}

TEST(Epochs, MustBeInTheOrderOfTheBatch) {
  EXPECT_THAT(faults(own_application(R"({"samples_per_second": 10, "batch_per_gpu": 2, "epochs":
      [{"batch": 64, "epochs": 3}, {"batch": 64, "epochs": 4}]})")),
              HasSubstr("batches must be in increasing order"));
}

/// Half the power: 0.5^0.3 of the rate while it computes, launches as before.
TEST(PowerLimit, SlowsWhatIsComputed) {
  const auto built = own_application(
      R"({"samples_per_second": 1000, "batch_per_gpu": 128, "launches_per_step": 2000})");
  StepCase of = strong(1);
  of.gpu.power_share = 0.5;
  const double fixed = 2000 * kLaunch;
  EXPECT_NEAR(compute_of(built, of), fixed + (0.128 - fixed) / std::pow(0.5, 0.3), 1e-12);
  EXPECT_THAT(built.model->step(of).basis, HasSubstr("× 0.812 for the power limit"));
}

}  // namespace
}  // namespace gpuscape
