/// What the backward pass hides of an exchange, and what comes on top of steps until all is
/// trained.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/support/application_builder.hpp"

namespace gpuscape {
namespace {

using test::application_of;
using test::case_of;
using test::own_application;

StepCosts costs(double backward, double overlap, double start, double last) {
  return {.compute = Seconds(1.5 * backward),
          .backward = Seconds(backward),
          .overlap = overlap,
          .exchange_start = Seconds(start),
          .last_bucket = last};
}

TEST(ExposedPart, IsWhatThePassAndTheBucketsLeave) {
  EXPECT_DOUBLE_EQ(exposed_part(costs(0.1, 0.8, 0.0, 0.0), Seconds(1.0)).value(), 0.92);
  EXPECT_DOUBLE_EQ(exposed_part(costs(0.1, 0.8, 0.03, 0.0), Seconds(1.0)).value(), 0.95);
  EXPECT_DOUBLE_EQ(exposed_part(costs(0.1, 0.8, 0.2, 0.0), Seconds(1.0)).value(), 1.0);
  EXPECT_DOUBLE_EQ(exposed_part(costs(0.1, 0.8, 0.0, 0.25), Seconds(0.04)).value(), 0.01);
  EXPECT_DOUBLE_EQ(exposed_part(costs(0.1, 0.8, 0.0, 1.0), Seconds(0.04)).value(), 0.04);
}

// 40 ms of exchange behind 100 ms: a quarter of it comes too late.
TEST(ExposedPart, OfAStepNeverCoversTheLastBucket) {
  EXPECT_DOUBLE_EQ(step_time(costs(0.1, 1.0, 0.0, 0.25), Seconds(0.04)).value(), 0.15 + 0.01);
  EXPECT_DOUBLE_EQ(step_time(costs(0.1, 1.0, 0.0, 0.0), Seconds(0.04)).value(), 0.15);
}

constexpr const char* kOwn = R"("samples_per_second": 1000, "batch_per_gpu": 128)";

StepCosts step_of(const std::string& more) {
  const auto built = own_application(fmt::format("{{{}, {}}}", kOwn, more));
  EXPECT_TRUE(built.issues.empty()) << format_issues(built.issues);
  return built.model->step(case_of("a100-sxm4-80gb", 8));
}

// Half a bucket of 25 MiB, of 100 and of 200 MiB; all of 20 MiB.
TEST(Buckets, AreHalfFullInTheEnd) {
  EXPECT_DOUBLE_EQ(step_of(R"("gradients": "100 MiB")").last_bucket, 0.125);
  EXPECT_DOUBLE_EQ(step_of(R"("gradients": "200 MiB")").last_bucket, 0.0625);
  EXPECT_DOUBLE_EQ(step_of(R"("gradients": "20 MiB")").last_bucket, 1.0);
  EXPECT_DOUBLE_EQ(step_of(R"("gradients": "20 MiB", "bucket": "0 B")").last_bucket, 0.0);
}

TEST(Calls, AreThreeForEachLaunchAndSixThatWaitWhereNobodyCountsThem) {
  const StepCosts assumed = step_of(R"("launches_per_step": 100)");
  EXPECT_EQ(assumed.calls, 300);
  EXPECT_EQ(assumed.synchronous_calls, 6);
  EXPECT_TRUE(assumed.calls_assumed);
  const StepCosts given = step_of(R"("launches_per_step": 100, "calls_per_step": 50)");
  EXPECT_EQ(given.calls, 50);
  EXPECT_EQ(given.synchronous_calls, 0);
  EXPECT_FALSE(given.calls_assumed);
  EXPECT_EQ(step_of(R"("launches_per_step": 0)").calls, 0);
}

// 10 epochs of 1000 samples, and of every second one 300 that pass forward alone: a third of a
// step.
TEST(TimeToTrain, HasEvaluationAndTheStartInIt) {
  const std::string epochs = R"("dataset_samples": 1000, "epochs": [{"batch": 1, "epochs": 10}])";
  EXPECT_DOUBLE_EQ(step_of(epochs).to_train, 10000.0);
  const StepCosts both =
      step_of(epochs + R"(, "evaluation": {"samples": 300, "every": 2}, "start_up": "5 min")");
  EXPECT_DOUBLE_EQ(both.to_train, 10000.0 + 10.0 / 2.0 * 300.0 / 3.0);
  EXPECT_DOUBLE_EQ(both.start_up.value(), 300.0);
}

// 50 000 images after every four of 32 epochs.
TEST(TimeToTrain, OfResNet50EvaluatesAsMlperfDoes) {
  StepCase of = case_of("a100-sxm4-80gb", 8);
  of.samples_per_gpu = 408.0;  // 3264 in all
  const StepCosts step = application_of("resnet-50").model->step(of);
  EXPECT_DOUBLE_EQ(step.to_train, 32.0 * (1281167.0 + 50000.0 / 3.0 / 4.0));
}

}  // namespace
}  // namespace gpuscape
