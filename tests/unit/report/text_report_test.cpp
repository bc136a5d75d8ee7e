#include "sim/report/run/text_report.hpp"

#include <gmock/gmock.h>

#include <limits>

#include "sim/report/format/text_table.hpp"
#include "tests/support/study_builder.hpp"

namespace gpuscape {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(TextReport, IsThePageAsDesigned) {
  EXPECT_EQ(text_report(small_study()),
            "Philly, cut · base · 3 jobs, 62 days, fifo, pack\n"
            "  replay (1 sample; 95 % intervals: bootstrap-t over 9 weeks)\n"
            "offered load 0.68 · unfinished 1 · never fit 0\n"
            "                 queue wait p50 / p95                     mean wait       JCT mean    "
            "      GPUs allocated       stranded\n"
            "replayed         0 s / 1 h 13 min (42 min – 3 h 56 min)   16 min (7–31)   3.7 h "
            "(3.3–4.2)   64.0 % (62.0–66.0)   2.1 % (2.0–2.2)\n"
            "worst week       p95 6 h 38 min (week 3); weeks with a p95 wait of zero: 4 of 9\n"
            "slo              wait: queue_wait p95 ≤ 30 min: MISSED: 1 h 13 min (42 min – 3 h 56 "
            "min), 43 min\n                   above it\nassumes          open-loop arrivals · "
            "waits are of jobs that started, JCT of jobs that ended\n");
}

TEST(TextReport, MarksTheWaitsOfAnOverloadedLog) {
  StudyResult result = small_study();
  result.estimates["offered_load"].value = 1.02;
  const std::string text = text_report(result);
  EXPECT_THAT(text, HasSubstr("0 s / 1 h 13 min (42 min – 3 h 56 min)   16 min (7–31)"));
  EXPECT_THAT(text, HasSubstr("\noverloaded       demand exceeds capacity"));
}

TEST(TextReport, SaysOverloadedInsteadOfQuantilesOfGeneratedJobs) {
  StudyResult result = small_study();
  result.synthetic = true;
  result.estimates["offered_load"].value = 1.02;
  const std::string text = text_report(result);
  EXPECT_THAT(text, HasSubstr("overloaded: waits grow with the length of the run"));
  EXPECT_THAT(text, Not(HasSubstr("1 h 13 min")));
  EXPECT_THAT(text, Not(HasSubstr("mean wait")));
}

TEST(TextReport, GivesABatchItsQuantilesAndNoLoad) {
  StudyResult result = small_study();
  result.estimates["offered_load"].value = std::numeric_limits<double>::infinity();
  EXPECT_THAT(text_report(result), HasSubstr("offered load – (all jobs at one instant)"));
  EXPECT_THAT(text_report(result), HasSubstr("1 h 13 min"));
}

TEST(TextReport, SaysByHowMuchAnSloIsMissedOrMetAndHowSurely) {
  StudyResult result = small_study();
  result.slo[0].value = {1800.02, {}, {}, "exact"};
  EXPECT_THAT(text_report(result), HasSubstr("p95 ≤ 30 min: MISSED: 30 min, 20 ms above it\n"));
  result.slo[0].met = true;
  result.slo[0].value = estimate(1200.0, 600.0, 2400.0);
  EXPECT_THAT(text_report(result),
              HasSubstr("met, not certain: 20 min (10–40), 10 min below it\n"));
}

TEST(TextReport, CountsWhatAPartialRunDidNotComeTo) {
  StudyResult result = small_study();
  result.partial = true;
  result.first.not_submitted = 1200;
  EXPECT_THAT(text_report(result), HasSubstr("never fit 0 · not yet submitted 1 200"));
}

TEST(TextReport, SaysWhatTheNetworkDidAndWhichLinksDidIt) {
  StudyResult result = study_with_traffic();
  result.estimates["job_slowdown_by_gpu_hours"].value = 1.25;
  const std::string text = text_report(result);
  EXPECT_THAT(text, HasSubstr("offered load 0.68 + 0.04 by the network · unfinished"));
  EXPECT_THAT(
      text,
      HasSubstr("\njob slowdown     p50 1.02 (1.01–1.03) / p95 1.50;\n"
                "                   50.0 % of the jobs that exchange data run 1 % or more longer;\n"
                "                   weighted by GPU-hours 1.25\n"
                "bottleneck       leaf 0 → spine 1: 75.0 % of the time lost, above 90 % for 12.0 % "
                "of the "
                "run\n"
                "                 latency of longer routes: 25.0 %\n"));
}

TEST(TextReport, NamesNoLinkWhereTheLossIsNotWorthIt) {
  StudyResult result = study_with_traffic();
  result.estimates["network_load"].value = 0.0005;
  EXPECT_THAT(text_report(result),
              HasSubstr("bottleneck       none: the network adds less than 0.1 % GPU time\n"));
}

TEST(TextReport, SaysHowMuchALinkIsUsedThatIsNeverFull) {
  StudyResult result = study_with_traffic();
  result.first.traffic->losses[0].link.nearly_full = 0.0;
  EXPECT_THAT(text_report(result), HasSubstr("75.0 % of the time lost, 50.0 % used on average"));
}

TEST(TextReport, PrintsNoNumbersThatAreNone) {
  StudyResult result = study_with_traffic();
  result.estimates["job_slowdown_p50"].value = std::numeric_limits<double>::quiet_NaN();
  result.slo[0].value.value = std::numeric_limits<double>::quiet_NaN();
  result.estimates["offered_load"].value = result.estimates["network_load"].value =
      std::numeric_limits<double>::infinity();
  const std::string text = text_report(result);
  EXPECT_THAT(text, HasSubstr("no job that exchanges data is left after the warm-up"));
  EXPECT_THAT(text, HasSubstr("≤ 30 min: not measured: no job started"));
  EXPECT_THAT(text, Not(HasSubstr("nan")));
  EXPECT_THAT(text, Not(HasSubstr("inf ")));
}

TEST(TextReport, SendsNoControlCharactersOfNamesToTheTerminal) {
  StudyResult result = small_study();
  result.scenario.variant = "a\x1b[31mb";
  EXPECT_THAT(text_report(result), Not(HasSubstr("\x1b")));
}

TEST(TextReport, SaysSoWhereNoLinkSlowedAJob) {
  StudyResult result = study_with_traffic();
  result.first.traffic->lost = GpuSeconds(0.0);
  EXPECT_THAT(text_report(result), HasSubstr("bottleneck       no link slowed a job\n"));
}

TEST(TextReport, IsOverloadedByWhatTheNetworkAdds) {
  StudyResult result = study_with_traffic();
  EXPECT_THAT(text_report(result), Not(HasSubstr("\noverloaded ")));
  result.estimates["network_load"].value = 0.4;
  EXPECT_THAT(text_report(result), HasSubstr("\noverloaded "));
}

TEST(TextReport, IsNotOverloadedByJobsThatWaitForOthersAlone) {
  StudyResult result = small_study();
  result.estimates["offered_load"].value = 1.28;
  SecondsByReason& seconds = result.waited_for;
  seconds[static_cast<std::size_t>(WaitReason::dependency)] = 390_s;
  EXPECT_THAT(text_report(result), Not(HasSubstr("\noverloaded ")));
  seconds[static_cast<std::size_t>(WaitReason::gpus_short)] = 1_s;
  EXPECT_THAT(text_report(result), HasSubstr("\noverloaded "));
}

TEST(TextReport, CountsWhoWasKilledAtALimit) {
  StudyResult result = small_study();
  result.timed_out = 251;
  EXPECT_THAT(text_report(result), HasSubstr("never fit 0 · killed at their limit 251"));
}

TEST(TextReport, SaysWhatJobsWaitedForMostOfItFirst) {
  StudyResult result = small_study();
  result.waited_for = {0_s, 390_s, 609_s, 1_s};
  EXPECT_THAT(text_report(result),
              HasSubstr("why jobs waited  61 % no whole node free · 39 % GPUs short\n"));
  EXPECT_THAT(text_report(small_study()), Not(HasSubstr("why jobs waited")));
}

TEST(TextReport, PutsWhatTheLogSaysBesideWhatTheReplaySays) {
  StudyResult result = small_study();
  result.first.reads.emplace_back();
  EXPECT_THAT(text_report(result), HasSubstr("\nas logged        not in this file\n"));
  result.as_logged = AsLogged{.jobs = 3,
                              .queue_wait_mean = 900.0,
                              .queue_wait_p50 = 10.0,
                              .queue_wait_p95 = 3600.0,
                              .completion_mean = 7200.0,
                              .gpus_allocated_share = 0.5,
                              .compared = 2,
                              .close_within = 5.0,
                              .close_share = 0.5,
                              .strict_share = 0.25};
  const std::string text = text_report(result);
  EXPECT_THAT(text, HasSubstr("\nas logged        10 s / 1 h "));
  EXPECT_THAT(text, HasSubstr("\nback-test        50.0 % of 2 jobs wait as long as logged, give or "
                              "take 5 s or 20 %;\n                   25.0 % to within 3 s\n"));
}

TEST(TextReport, SaysNothingOfTheNetworkWhereNothingUsesIt) {
  EXPECT_THAT(text_report(small_study()), Not(HasSubstr("slowdown")));
  EXPECT_THAT(text_report(small_study()), Not(HasSubstr("bottleneck")));
}

TEST(TextReport, IsNotOverloadedAtExactlyOne) {
  StudyResult result = small_study();
  result.estimates["offered_load"].value = 1.0;
  EXPECT_THAT(text_report(result), Not(HasSubstr("overloaded")));
}

TEST(TextReport, SpeaksOfProcessorsOnPoolsAndStrandsNothingThere) {
  StudyResult result = small_study();
  result.first.nodes[0].pool = true;
  EXPECT_THAT(text_report(result), HasSubstr("processors allocated"));
  EXPECT_THAT(text_report(result), Not(HasSubstr("stranded")));
}

TEST(TextReport, NamesReplicationsAndWarmUpOfAGeneratedWorkload) {
  StudyResult result = small_study();
  result.synthetic = true;
  result.replications = 12;
  result.warm_up = 6_h;
  result.warm_up_method = "MSER-5 over 5 replications";
  const std::string text = text_report(result);
  EXPECT_THAT(text, HasSubstr("· 12 replications (95 % intervals: t)"));
  EXPECT_THAT(text,
              HasSubstr("\nsampling         warm-up 6 h removed (MSER-5 over 5 replications)"));
  EXPECT_THAT(text, HasSubstr("\nsimulated "));
}

TEST(TextReport, SaysThatFilesAreOneReplicationAndHowItsP95Differs) {
  StudyResult result = small_study();
  result.synthetic = true;
  result.replications = 65;
  result.warm_up = 6_h;
  result.metrics["queue_wait_p95_s"] = 3840.0;
  result.worst_week = WorstWeek{0, 4.0, 5400.0, 0.25};
  const std::string text = text_report(result);
  EXPECT_THAT(text, HasSubstr("\njobs.csv         replication 1 of 65 with its warm-up"));
  EXPECT_THAT(text,
              HasSubstr("its p95 wait is 1 h 4 min without the warm-up, the table's the mean"));
  EXPECT_THAT(text, HasSubstr("p95 1 h 30 min, the mean of each replication's worst;\n"
                              "                   weeks with a p95 wait of zero: 0.25 of 4"));
  EXPECT_THAT(text_report(small_study()), Not(HasSubstr("jobs.csv")));
}

TEST(TextReport, SaysWhatTimeItsAveragesAreOver) {
  StudyResult result = small_study();
  result.averaged_to = result.span;
  result.first.end = result.span + Seconds(1.0);
  EXPECT_THAT(text_report(result),
              HasSubstr("\naverages         offered load and time averages over "
                        "62 d, from the first to the last submission\n"));
}

TEST(TextReport, SaysWhenThePrecisionWasNotReached) {
  StudyResult result = small_study();
  result.synthetic = true;
  result.precision_reached = false;
  EXPECT_THAT(text_report(result), HasSubstr("5 % of means and 10 % of p95: not reached"));
}

TEST(TextReport, SaysWhenItIsPartial) {
  StudyResult result = small_study();
  result.partial = true;
  EXPECT_THAT(text_report(result), HasSubstr("\nPARTIAL: stopped before the end"));
}

TEST(TextReport, GivesNoNumbersWhereTheStatisticsWereStopped) {
  StudyResult result = small_study();
  result.partial = true;
  result.statistics_stopped = true;
  result.estimates["offered_load"].value = std::numeric_limits<double>::quiet_NaN();
  result.estimates["queue_wait_mean_s"].value = std::numeric_limits<double>::quiet_NaN();
  result.slo.at(0).value.value = std::numeric_limits<double>::quiet_NaN();
  const std::string text = text_report(result);
  EXPECT_THAT(text, HasSubstr("PARTIAL: the run ended, but its statistics were stopped"));
  EXPECT_THAT(text, HasSubstr("not measured: the statistics were stopped"));
  EXPECT_THAT(text, Not(HasSubstr("offered load")));
  EXPECT_THAT(text, Not(HasSubstr("no job is left")));
}

TEST(TextReport, CountsDroppedAndRepairedRowsByReason) {
  StudyResult result = small_study();
  ReadReport report;
  report.file = "log.csv";
  report.reasons = {{"run time is negative", true, 1, 17, "…"},
                    {"no end, start taken", false, 1200, 3, "…"}};
  result.first.reads = {report};
  EXPECT_THAT(
      text_report(result),
      HasSubstr("rows             log.csv: 1 row dropped: run time is negative (first in line 17)\n"
                "                 log.csv: 1 200 rows repaired: no end, start taken (first in line "
                "3)\n"));
}

TEST(TextReport, ColoursVerdictsOnlyWhenAsked) {
  EXPECT_THAT(text_report(small_study()), Not(HasSubstr("\x1b")));
  EXPECT_THAT(text_report(small_study(), {.colour = true}), HasSubstr("\x1b[1;31mMISSED\x1b[0m"));
}

// What is printed with our own escapes passes no filter afterwards.
TEST(TextReport, ColoursNothingThatANameSays) {
  StudyResult result = small_study();
  for (SloVerdict& slo : result.slo) slo.name = "o\x1b[32m\xC2\x9B";
  result.first.assumptions = {Assumption::stated("read \x1b[2J")};
  result.scenario.title = "\x1b]0;x\x07";
  const std::string text = text_report(result, {.colour = true});
  for (const char* escape : {"\x1b[32m\xC2", "\x1b[2J", "\x1b]", "\xC2\x9B", "\x07"})
    EXPECT_THAT(text, Not(HasSubstr(escape)));
  EXPECT_THAT(text, HasSubstr("\x1b[1;31mMISSED\x1b[0m"));
}

TEST(TextReport, PrintsADashWhereNoJobStarted) {
  StudyResult result = small_study();
  result.estimates["queue_wait_p95_s"].value = result.estimates["queue_wait_mean_s"].value =
      std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(text_report(result), HasSubstr("0 s / –                –           3.7 h"));
}

}  // namespace
}  // namespace gpuscape
