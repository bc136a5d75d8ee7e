/// What the catalogue's software says of an exchange, in a scenario that names it.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "sim/run/transfers/transfer_run.hpp"
#include "tests/support/checked_scenario.hpp"

namespace gpuscape {
namespace {

/// 128 samples at 1000 a second on each of two GPUs; the backward pass is two thirds of it.
std::string text_of(const std::string& more) {
  return fmt::format(
      R"({{"format": 1, "cluster": {{"nodes": {{"n": {{"type": "dgx1-v100"}}}}}},
      "workload": {{"applications": {{"a": {{"type": "data-parallel", "samples_per_second": 1000,
          "batch_per_gpu": 128, "gradients": "128 MiB", "gpu_straggler": 0{}}}}},
        "streams": {{"s": {{"steps": [{{"application": "a", "on": ["n/gpu0-1"]}}]}}}}}},
      "run": {{"detail": "step"}}}})",
      more);
}

constexpr double kBackward = 0.128 * 2.0 / 3.0;

PlannedExchange exchange(const std::string& more) {
  return test::checked(text_of(more)).plan.collectives.at(0).sizes.at(0);
}
double covers(const std::string& more) { return exchange(more).step->covers.value(); }
double late(const std::string& more) {
  const PlannedExchange of = exchange(more);
  return of.step->late / of.idle_time;
}

// 128 MiB in buckets of 25 and of 64: half of one is late.
TEST(Frameworks, SayHowTheyExchangeUnlessTheApplicationDoes) {
  EXPECT_NEAR(late(""), 12.5 / 128.0, 1e-12);
  EXPECT_NEAR(late(R"(, "framework": "horovod")"), 0.25, 1e-12);
  EXPECT_EQ(late(R"(, "framework": "mxnet-kvstore")"), 0.0);
  EXPECT_NEAR(covers(R"(, "framework": "horovod")"), 0.8 * kBackward - 0.5e-3, 1e-12);
  EXPECT_NEAR(covers(R"(, "framework": "mxnet-kvstore")"), 0.8 * kBackward, 1e-12);
  EXPECT_EQ(covers(R"(, "framework": "caffe-2016")"), 0.0);
  EXPECT_NEAR(covers(R"(, "framework": "caffe-2016", "overlap": 0.5)"), 0.5 * kBackward, 1e-12);
}

// What is late comes when all is computed, at detail step and in the closed form.
TEST(Frameworks, AStepTakesWhatIsLateOnTop) {
  const CheckedScenario scenario = test::checked(text_of(""));
  const PlannedExchange of = scenario.plan.collectives.at(0).sizes.at(0);
  const StepRow row = run_transfers(scenario).steps.at(0);
  EXPECT_NEAR(row.step().value(), 0.128 + of.idle_time.value() * 12.5 / 128.0, 1e-9);
}

TEST(Frameworks, ThatNobodyKnowsAreRefused) {
  LoadedScenario loaded = test::load_text(text_of(R"(, "framework": "horovot")"));
  EXPECT_THAT(format_issues(loaded.context.sorted_issues()),
              testing::AllOf(testing::HasSubstr("unknown framework \"horovot\""),
                             testing::HasSubstr("horovod")));
}

}  // namespace
}  // namespace gpuscape
