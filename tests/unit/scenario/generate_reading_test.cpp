#include <gmock/gmock.h>

#include "tests/unit/scenario/scenario_text.hpp"

namespace gpuscape {
namespace {

using ::testing::ElementsAre;
using testing::faults;
using testing::generated;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::loaded;
using ::testing::SizeIs;

const std::string kAmount = R"("jobs": 10, "load": 0.5)";
const std::string kGpus = R"({"1": 1})";
const std::string kRunTime = R"({"distribution": "constant", "value": "1 h"})";
const std::string kPointer = "/workload/streams/jobs/generate";

TEST(GenerateSpec, ReadsTheQuickstart) {
  const auto scenario = loaded(
      generated(R"("duration": "7 d", "load": 0.75)", R"({"1": 0.6, "16": 0.03})", kRunTime,
                R"(, "arrivals": {"process": "diurnal", "peak_hour": 14, "peak_to_trough": 4},
                                           "cores_per_gpu": 6, "memory_per_gpu": "64 GiB")"));
  EXPECT_THAT(faults(scenario), IsEmpty());
  const GenerateSpec& spec = *scenario.spec.streams.at(0).generate;
  EXPECT_EQ(spec.duration, Seconds(604800));
  EXPECT_EQ(spec.load, 0.75);
  EXPECT_TRUE(spec.diurnal);
  EXPECT_EQ(spec.gpus.at(1).weight, 0.03);
  EXPECT_EQ(spec.cores_per_gpu, 6.0);
  EXPECT_EQ(spec.memory_per_gpu, Bytes(64.0 * 1073741824.0));
}

TEST(GenerateSpec, ArrivesAtTheSameRateByDefault) {
  const GenerateSpec spec = *loaded(generated()).spec.streams.at(0).generate;
  EXPECT_FALSE(spec.diurnal);
  EXPECT_FALSE(spec.time_limit_factor);
  EXPECT_EQ(spec.jobs, 10);
}

TEST(GenerateSpec, NeedsOneOfDurationAndJobs) {
  const std::string fault = ": exactly one of \"duration\" and \"jobs\" is needed";
  EXPECT_THAT(faults(generated(R"("load": 1)")), ElementsAre(kPointer + fault));
  EXPECT_THAT(faults(generated(R"("load": 1, "jobs": 5, "duration": "1 d")")),
              ElementsAre(kPointer + "/jobs" + fault));
}

TEST(GenerateSpec, NeedsOneOfLoadAndJobsPerHour) {
  const std::string fault = ": exactly one of \"load\" and \"jobs_per_hour\" is needed";
  EXPECT_THAT(faults(generated(R"("jobs": 1)")), ElementsAre(kPointer + fault));
  EXPECT_THAT(faults(generated(R"("jobs": 1, "load": 1, "jobs_per_hour": 3)")),
              ElementsAre(kPointer + "/load" + fault));
}

TEST(GenerateSpec, NeedsAnAmountAboveZero) {
  EXPECT_THAT(faults(generated(R"("duration": "0 s", "load": 0.1)")), SizeIs(1));
  EXPECT_THAT(faults(generated(R"("jobs": 0, "load": 0.1)")), SizeIs(1));
  EXPECT_THAT(faults(generated(R"("jobs": 1, "load": 0)")), SizeIs(1));
  EXPECT_THAT(faults(generated(R"("jobs": 1, "jobs_per_hour": -1)")), SizeIs(1));
}

TEST(GenerateSpec, NeedsPositiveWeightsForNumbersOfGpus) {
  EXPECT_THAT(faults(generated(
                  kAmount, R"({"1": 0, "two": 1, "0": 1, "-1": 1, "1.5": 1, "99999999999": 1})")),
              SizeIs(6));
  EXPECT_THAT(faults(generated(kAmount, R"({"8": 0})")),
              ElementsAre(kPointer + "/gpus/8: 0 is too small: must be more than 0"));
  EXPECT_THAT(faults(generated(kAmount, "{}")), ElementsAre(kPointer + "/gpus: \"gpus\" is empty"));
  EXPECT_THAT(faults(generated(kAmount, R"({"8": "x"})")),
              ElementsAre(HasSubstr("expected a number, found a text")));
}

TEST(GenerateSpec, ADiurnalProcessNeedsItsRatio) {
  EXPECT_THAT(
      faults(generated(kAmount, kGpus, kRunTime, R"(, "arrivals": {"process": "diurnal"})")),
      ElementsAre(kPointer + "/arrivals: \"peak_to_trough\" is missing"));
  EXPECT_THAT(faults(generated(kAmount, kGpus, kRunTime,
                               R"(, "arrivals": {"process": "diurnal", "peak_to_trough": 0.9})")),
              ElementsAre(kPointer + "/arrivals/peak_to_trough: 0.9 is too small: at least 1"));
}

TEST(GenerateSpec, APoissonProcessHasNoPeak) {
  EXPECT_THAT(faults(generated(kAmount, kGpus, kRunTime, R"(, "arrivals": {"peak_hour": 3})")),
              ElementsAre(kPointer + "/arrivals/peak_hour: unknown key \"peak_hour\""));
}

TEST(GenerateSpec, ReadsLimitsAsFactorsOfTheRunTime) {
  const auto scenario = loaded(
      generated(kAmount, kGpus, kRunTime,
                R"(, "time_limit": {"factor": {"distribution": "uniform", "low": 1, "high": 3}})"));
  EXPECT_THAT(faults(scenario), IsEmpty());
  const auto& factor = scenario.spec.streams.at(0).generate->time_limit_factor;
  ASSERT_TRUE(factor);
  EXPECT_EQ(factor->second, 3.0);
}

}  // namespace
}  // namespace gpuscape
