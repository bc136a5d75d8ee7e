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

TEST(GenerateSpec, TakesNoNumberWhoseInverseOrSumIsInfinite) {
  EXPECT_THAT(faults(generated(R"("jobs": 1, "jobs_per_hour": 1e-320)")),
              ElementsAre(HasSubstr("/jobs_per_hour: 1e-320 is too small: at least 1e-30")));
  EXPECT_THAT(faults(generated(kAmount, R"({"1": 1e308, "2": 1e308})")),
              ElementsAre(HasSubstr("/gpus/1: 1e+308 is too large: at most 1e+30"),
                          HasSubstr("/gpus/2: 1e+308 is too large")));
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

std::string amid(const std::string& more, const std::string& run_time = kRunTime) {
  return generated(kAmount, kGpus, run_time, more);
}

TEST(GenerateSpec, ReadsAWeek) {
  const std::string week = R"(, "arrivals": {"process": "weekly", "starts_on": "sunday",
      "by_hour": [0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,2.5], "by_weekday": [1,2,3,4,5,6,7]})";
  EXPECT_THAT(faults(amid(week)), IsEmpty());
  const auto scenario = loaded(amid(week));
  const WeekSpec& spec = *scenario.spec.streams.at(0).generate->week;
  EXPECT_EQ(spec.by_hour[23], 2.5);
  EXPECT_EQ(spec.by_weekday[6], 7.0);
  EXPECT_EQ(spec.starts_on, 6);
}

TEST(GenerateSpec, RefusesAWeekThatIsNone) {
  const auto with = [](const std::string& days) {
    return faults(amid(R"(, "arrivals": {"process": "weekly",
      "by_hour": [1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1], "by_weekday": )" +
                       days + "}"));
  };
  EXPECT_THAT(with("[1,2]"), ElementsAre(HasSubstr("expected a list of 7 numbers, found 2")));
  EXPECT_THAT(with("7"), ElementsAre(HasSubstr("expected a list of 7 numbers")));
  EXPECT_THAT(with("[1,2,3,4,5,6,-1]"), ElementsAre(HasSubstr("-1 is too small")));
  EXPECT_THAT(with("[0,0,0,0,0,0,0]"), ElementsAre(HasSubstr("must be more than 0")));
}

std::string quantiles(const std::string& values) {
  return R"({"distribution": "quantiles", "values": )" + values + "}";
}

TEST(GenerateSpec, ReadsQuantilesInAnyOrder) {
  const auto scenario = loaded(amid("", quantiles(R"({"1": "1 d", "0": "1 s", "0.5": "20 min"})")));
  EXPECT_THAT(faults(scenario), IsEmpty());
  const DistributionSpec& spec = scenario.spec.streams.at(0).generate->run_time;
  EXPECT_EQ(spec.quantiles.at(1).share, 0.5);
  EXPECT_EQ(spec.quantiles.at(1).value, 1200.0);
}

TEST(GenerateSpec, RefusesQuantilesThatAreNone) {
  const auto with = [](const std::string& values) { return faults(amid("", quantiles(values))); };
  EXPECT_THAT(with(R"({"0": "1 s"})"), ElementsAre(HasSubstr("\"1\", are needed")));
  EXPECT_THAT(with(R"({"0": "9 s", "1": "1 s"})"), ElementsAre(HasSubstr("is less than")));
  EXPECT_THAT(with(R"({"0": "1 s", "1": 7})"), ElementsAre(HasSubstr("expected a time")));
  EXPECT_THAT(with(R"({"0": "1 s", "half": "2 s", "1": "3 s"})"),
              ElementsAre(HasSubstr("\"half\" is not a share")));
  EXPECT_THAT(with(R"({"0": "0 s", "1": "0 s"})"), ElementsAre(HasSubstr("more than 0")));
  EXPECT_THAT(with(R"({"0": "1 s", "1": "2 s", "1.0": "2 s"})"),
              ElementsAre(HasSubstr("given twice")));
}

TEST(GenerateSpec, ReadsRunTimesBySize) {
  const std::string by_gpus = R"("jobs": 10, "load": 0.5, "run_time_by_gpus":
      {"8": {"distribution": "constant", "value": "2 h"}, "1": )" +
                              kRunTime + "}";
  const std::string text =
      R"({"format": 1, "cluster": {"nodes": {"p": {"type": "pool", "count": 8}}},
      "workload": {"streams": {"jobs": {"generate": {"gpus": {"1": 1, "8": 1}, )" +
      by_gpus + "}}}}}";
  const auto scenario = loaded(text);
  EXPECT_THAT(faults(scenario), IsEmpty());
  const auto& classes = scenario.spec.streams.at(0).generate->run_time_by_gpus;
  EXPECT_EQ(classes.at(0).gpus_from, 1);
  EXPECT_EQ(classes.at(1).run_time.first, 7200.0);
}

TEST(GenerateSpec, NeedsARunTimeForEverySizeAndOnlyOne) {
  const std::string of_two = R"(, "run_time_by_gpus": {"2": )" + kRunTime + "}";
  EXPECT_THAT(faults(amid(of_two)), ElementsAre(HasSubstr("exactly one of \"run_time\"")));
  EXPECT_THAT(faults(amid(of_two, "null")),
              ElementsAre(HasSubstr("no run time for jobs of 1 GPU")));
  EXPECT_THAT(faults(amid("", "null")), ElementsAre(HasSubstr("exactly one of \"run_time\"")));
}

TEST(GenerateSpec, ReadsUsers) {
  const auto scenario = loaded(amid(R"(, "users": {"count": 12, "zipf": 1.5})"));
  EXPECT_EQ(scenario.spec.streams.at(0).generate->users->count, 12);
  EXPECT_THAT(faults(amid(R"(, "users": {"count": 0})")), SizeIs(1));
}

}  // namespace
}  // namespace gpuscape
