#include "sim/remote/step_prices.hpp"

#include <gtest/gtest.h>

#include "sim/remote/box_link.hpp"
#include "sim/run/run.hpp"
#include "tests/support/checked_scenario.hpp"
#include "tests/unit/remote/priced_scenario.hpp"

namespace gpuscape::test {
namespace {

/// A step computes for 10 samples ÷ 100 samples/s = 100 ms.
const std::string kApplication =
    R"("applications": {"a": {"type": "data-parallel", "samples_per_second": 100,
       "batch_per_gpu": 10, "launches_per_step": 0, "gpu_straggler": 0, "node_straggler": 0,
       "calls_per_step": 1000, "synchronous_calls_per_step": 10}}, )";
const std::string kNodes = R"("gpu": {"type": "hgx-a100-4", "count": 2})";

Priced by_hand(const std::string& software) {
  return {.nodes = kNodes + R"(, "client": {"type": "cpu-2s-2024", "count": 2})",
          .networks = R"("compute": {"type": "single-switch", "link": "100 Gbit/s",
              "latency": "0.3 us", "transport": "roce-v2-100g"})",
          .access = R"(, "gpu_access": {"type": "api-remoting", "over": "compute",
              "clients": ["client"], "servers": ["gpu"], "round_trip": "50 us", "software": )" +
                    software + "}",
          .application = R"("application": "a")",
          .applications = kApplication};
}

RemoteJobKind on_gpus(std::int32_t gpus) {
  return {.runs = {}, .application = "a", .demand = {.gpus = gpus}};
}

StepPrice lent_price(const Priced& of, std::int32_t gpus) {
  const CheckedScenario scenario = checked(text_of(of));
  LentSteps steps(scenario, NodeAsks());
  return steps.of(on_gpus(gpus)).value();
}

TEST(StepPrices, AStepOnLentGpusIsItsComputingAndItsWaits) {
  // 10 calls wait for a round trip of 50 us, 2 us at the client and 3 us at the server; 1 000 calls
  // of 3 us at the slower end are issued while the step computes.
  const StepPrice price = lent_price(
      by_hand(
          R"({"per_call_overhead": "2 us", "per_call_server": "3 us", "bytes_per_call": "0 B"})"),
      1);
  EXPECT_NEAR(price.step.value(), 0.1 + 10 * (50e-6 + 2e-6 + 3e-6), 1e-9);
  EXPECT_NEAR(price.calls.value(), 550e-6, 1e-9);
  EXPECT_EQ(price.copies, Seconds(0.0));
}

TEST(StepPrices, WhereCallsTakeLongerThanTheStepTheyAreTheStep) {
  // 1 000 calls of 200 us are 200 ms; 10 of them wait for 50 us and 200 us more.
  const StepPrice price =
      lent_price(by_hand(R"({"per_call_overhead": "200 us", "bytes_per_call": "0 B"})"), 1);
  EXPECT_NEAR(price.step.value(), 0.2 + 10 * 250e-6, 1e-9);
  EXPECT_NEAR(price.calls.value(), 0.1 + 2.5e-3, 1e-9);
}

TEST(StepPrices, OfSynchronousSoftwareEveryCallWaits) {
  const StepPrice price = lent_price(
      by_hand(R"({"per_call_overhead": "2 us", "calls": "synchronous", "bytes_per_call": "0 B"})"),
      1);
  EXPECT_NEAR(price.step.value(), 0.1 + 1000 * 52e-6, 1e-9);
}

TEST(StepPrices, InItsOwnNodeAStepIsItsComputing) {
  const CheckedScenario scenario =
      checked(text_of({.application = R"("application": "a")", .applications = kApplication}));
  const LocalSteps steps(scenario, NodeAsks());
  EXPECT_NEAR(steps.of(on_gpus(1)).value().step.value(), 0.1, 1e-12);
  EXPECT_DOUBLE_EQ(steps.of(on_gpus(1)).value().samples, 10.0);
}

TEST(StepPrices, WhatIsTooLargeHasNoPrice) {
  const CheckedScenario lends = checked(text_of(by_hand(R"({"per_call_overhead": "2 us"})")));
  LentSteps lent(lends, NodeAsks());
  EXPECT_TRUE(lent.of(on_gpus(8)));
  EXPECT_FALSE(lent.of(on_gpus(9)));
  const CheckedScenario own =
      checked(text_of({.application = R"("application": "a")", .applications = kApplication}));
  EXPECT_TRUE(LocalSteps(own, NodeAsks()).of(on_gpus(8)));
  EXPECT_FALSE(LocalSteps(own, NodeAsks()).of(on_gpus(9)));
}

/// `gpus` is a weight for each size.
Priced one_job(const std::string& gpus, const std::string& software) {
  Priced of = by_hand(software);
  of.application = R"("application": "resnet-50")";
  of.applications = "";
  of.jobs = R"("generate": {"jobs": 1, "jobs_per_hour": 1, "gpus": {)" + gpus +
            R"(: 1}, "run_time": {"distribution": "constant", "value": "1 h"}})";
  return of;
}

/// How much longer a run makes a job that is alone in it.
double longer_in_run(const CheckedScenario& scenario) {
  Run run(scenario, load_traces(scenario.spec));
  run.step_until(kForever, {});
  const RunResult result = run.finish();
  const auto segment = result.jobs.segments(0).front();
  return (segment.end - segment.start) / result.jobs.job(0).run_time;
}

TEST(StepPrices, ARunOfAJobThatIsAloneTakesAsMuchLonger) {
  for (const char* gpus : {"\"1\"", "\"2\"", "\"4\"", "\"8\""}) {
    const Priced of = one_job(gpus, R"({"per_call_overhead": "20 us", "calls": "synchronous"})");
    const CheckedScenario lends = checked(text_of(of));
    LentSteps lent(lends, NodeAsks());
    Priced own = of;
    own.access = "";
    const CheckedScenario local = checked(text_of(own));
    const RemoteJobKind kind = on_gpus(std::stoi(std::string(gpus).substr(1)));
    const double longer = lent.of(kind).value().per_sample() /
                          LocalSteps(local, NodeAsks()).of(kind).value().per_sample();
    EXPECT_GT(longer, 1.5) << gpus;
    EXPECT_NEAR(longer_in_run(lends), longer, 1e-6 * longer) << gpus;
  }
}

TEST(StepPrices, AttachingTakesHalfAPollAndFailuresOnAverage) {
  Priced of = by_hand(R"({"per_call_overhead": "2 us"})");
  of.access.pop_back();
  of.access += R"(, "attach_time": "10 s", "poll_period": "60 s", "attach_time_out": "8 s",
                  "attach_failure": 0.2})";
  const CheckedScenario lends = checked(text_of(of));
  // A quarter of an attempt fails for each that succeeds.
  EXPECT_NEAR(LentSteps(lends, NodeAsks()).attach().value(), 30.0 + 10.0 + 8.0 / 4.0, 1e-12);
}

TEST(StepPrices, ABoxesLinkIsTheSlowerOfTheGpusAndTheFabrics) {
  const Catalog catalog = Catalog::shipped();
  const auto link = [&](const char* gpu, const char* fabric) {
    return box_link(catalog, gpu, plain_entry(*catalog.find("pcie_fabrics", fabric))).value();
  };
  // 15.75 GB/s of the wire of generation 3, of which 0.8 are payload; 31.5 and 0.826 of the fourth.
  EXPECT_NEAR(link("v100-sxm2-32gb", "liqid-grid-gen4").value(), 15.75e9 * 0.8, 1.0);
  EXPECT_NEAR(link("a100-sxm4-40gb", "h3-falcon-4016").value(), 31.5e9 * 0.826, 1.0);
  EXPECT_NEAR(link("h100-sxm5-80gb", "liqid-grid-gen4").value(), 4 * 7.88e9 * 0.826, 1.0);
  EXPECT_FALSE(box_link(catalog, "no-such-gpu",
                        plain_entry(*catalog.find("pcie_fabrics", "h3-falcon-4016"))));
}

}  // namespace
}  // namespace gpuscape::test
