#include "sim/workload/formats/sacct_reader.hpp"

#include <gmock/gmock.h>

#include "tests/unit/workload/sacct_rows.hpp"

namespace gpuscape {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(SacctReader, ReadsAJobWithEverythingThatItsRowSays) {
  const ReadTrace read = read_sacct_rows({SacctRow{}});
  const Job& job = read.table.job(0);
  EXPECT_EQ(job.id, 7);
  EXPECT_EQ(job.run_time, 90_s);
  EXPECT_EQ(job.time_limit, 5_min);
  EXPECT_EQ(job.demand.amounts(),
            (Demand{.gpus = 8, .milli_cores = 16000, .memory_mib = 65536, .nodes = 2}));
  EXPECT_EQ(read.table.origins().asks()[job.demand.asks].gpu_models, "a100");
  EXPECT_EQ(read.table.logged_start(0), 10_s);
  EXPECT_EQ(read.table.origins()[job.origin], (JobOrigin{"user1", "team-a", "main", "normal"}));
  EXPECT_THAT(read.report.reasons, IsEmpty());
}

/// The GPU model that a job asks for with these resources.
std::string asked_model(const SacctRow& row) {
  const ReadTrace read = read_sacct_rows({row});
  return read.table.origins().asks()[read.table.job(0).demand.asks].gpu_models;
}

TEST(SacctReader, TakesTheTypeThatIsAskedForNotTheOneAllocated) {
  EXPECT_EQ(asked_model({.allocated = "cpu=1,gres/gpu:h100=2", .requested = "cpu=1,gres/gpu=2"}),
            "");
  EXPECT_EQ(asked_model({.allocated = "cpu=1,gres/gpu:h100=2", .requested = ""}), "h100");
}

TEST(SacctReader, NotesAJobOfSeveralGpuTypes) {
  EXPECT_EQ(sacct_reason({.requested = "gres/gpu:a100=2,gres/gpu:h100=2"}),
            "asks for GPUs of several types at once: takes any");
}

TEST(SacctReader, ReadsFeaturesAndNotesThoseThatItDoesNotUnderstand) {
  const std::string header = "JobID|Submit|Start|End|State|NCPUS|Constraints\n";
  const std::string dates = "2026-05-04T08:00:00|2026-05-04T08:01:00|2026-05-04T08:02:00|";
  const ReadTrace read =
      read_text(trace_spec("sacct"), header + "1|" + dates + "COMPLETED|4|nvlink&(ib|roce)\n2|" +
                                         dates + "COMPLETED|4|nvlink*2\n");
  const NodeAsks& asks = read.table.origins().asks();
  EXPECT_EQ(asks[read.table.job(0).demand.asks].features, "nvlink&(ib|roce)");
  EXPECT_EQ(read.table.job(1).demand.asks, 0);
  EXPECT_EQ(read.report.reasons.back().reason,
            "asks for features in a way that is not understood: any node will do");
}

TEST(SacctReader, FindsColumnsInAnyOrderAndWithATrailingBar) {
  const ReadTrace read =
      read_text(trace_spec("sacct"),
                "End|Start|Submit|State|JobID|NCPUS|\n"
                "2026-05-04T08:02:00|2026-05-04T08:01:00|2026-05-04T08:00:00|COMPLETED|12|4|\n");
  EXPECT_EQ(read.table.job(0).demand, (Demand{.milli_cores = 4000}));
  EXPECT_EQ(read.table.job(0).run_time, 60_s);
  EXPECT_THAT(read.report.assumptions,
              ElementsAre("no column AllocTRES or ReqTRES: no job asks for a GPU",
                          "dates without a time zone are read as UTC"));
}

TEST(SacctReader, RefusesAHeaderThatLacksWhatAJobNeeds) {
  EXPECT_THAT(message_of<ScenarioError>(
                  [] { read_text(trace_spec("sacct"), "JobID|Submits|Start|NCPUS\n1|2|3|4\n"); }),
              AllOf(HasSubstr("no column 'State'"), HasSubstr("no column 'Submit'"),
                    HasSubstr("did you mean 'Submits'?"), HasSubstr("no column 'End'")));
}

TEST(SacctReader, TellsHowToWriteADumpWithBars) {
  EXPECT_THAT(message_of<ScenarioError>(
                  [] { read_text(trace_spec("sacct"), "       JobID    JobName      State\n"); }),
              HasSubstr("write the dump with sacct --parsable2"));
}

TEST(SacctReader, CountsStepsApart) {
  const ReadTrace read = read_sacct_rows(
      {SacctRow{}, SacctRow{.raw_id = "7.batch", .id = "7.batch"},
       SacctRow{.raw_id = "7.extern", .id = "7.extern"}, SacctRow{.raw_id = "9.0", .id = "8_4.0"}});
  EXPECT_EQ(read.report.steps, 3);
  EXPECT_EQ(read.report.rows, 1);
  EXPECT_EQ(read.report.jobs, 1);
}

TEST(SacctReader, PassesOverTheHeaderOfAnotherDumpBehindTheFirst) {
  const std::string one = sacct_text({SacctRow{}});
  const ReadTrace read =
      read_text(trace_spec("sacct"), one + sacct_text({SacctRow{.raw_id = "8", .id = "8"}}));
  EXPECT_EQ(read.report.rows, 2);
  EXPECT_THAT(read.report.reasons, IsEmpty());
}

TEST(SacctReader, NumbersTasksOfArraysByTheRawId) {
  EXPECT_EQ(read_sacct_rows({SacctRow{.raw_id = "9", .id = "8_4"}}).table.job(0).id, 9);
  const auto without = read_sacct_rows({SacctRow{.raw_id = "", .id = "8_4"}});
  EXPECT_EQ(without.table.job(0).id, 80'000'004);
  EXPECT_EQ(read_sacct_rows({SacctRow{.raw_id = "", .id = "8+1"}}).table.job(0).id, 80'000'001);
}

TEST(SacctReader, TakesTheNumberOfTheRowWhereThereIsNoId) {
  const ReadTrace read = read_sacct_rows({SacctRow{.raw_id = "x", .id = "y"}});
  EXPECT_EQ(read.table.job(0).id, 1);
  EXPECT_EQ(read.report.reasons.at(0).reason, "id is not a job number: the row number is used");
}

TEST(SacctReader, DropsWhatNeverRan) {
  EXPECT_EQ(sacct_reason({.id = "8_[5-9]",
                          .state = "PENDING",
                          .start = "Unknown",
                          .end = "Unknown",
                          .allocated = ""}),
            "still waiting when the log was written: its run time is not known");
  EXPECT_EQ(sacct_reason({.state = "CANCELLED by 1001", .start = "None", .allocated = ""}),
            "never ran: CANCELLED");
  // Slurm 22.05 gives a job that was cancelled as it waited the date of that as start and end.
  EXPECT_EQ(sacct_reason({.state = "CANCELLED by 0",
                          .end = "2026-05-04T08:00:10",
                          .elapsed_raw = "0",
                          .allocated = ""}),
            "never ran: CANCELLED");
  EXPECT_EQ(sacct_reason({.state = "oops!", .start = "Unknown"}), "never ran: in an unknown state");
}

TEST(SacctReader, KeepsWhatRanHoweverItEnded) {
  for (const char* state : {"COMPLETED", "FAILED", "TIMEOUT", "NODE_FAIL", "PREEMPTED",
                            "OUT_OF_MEMORY", "CANCELLED by 1001", "CANCELLED+", "REQUEUED"})
    EXPECT_EQ(sacct_reason({.state = state}), "") << state;
}

TEST(SacctReader, KeepsAJobThatEndedWithinTheSecondOfItsStart) {
  EXPECT_EQ(sacct_reason({.end = "2026-05-04T08:00:10", .elapsed_raw = "0"}), "");
}

TEST(SacctReader, TakesTheTimeSoFarOfAJobThatStillRan) {
  const ReadTrace read =
      read_sacct_rows({SacctRow{.state = "RUNNING", .end = "Unknown", .elapsed_raw = "385"}});
  EXPECT_EQ(read.table.job(0).run_time, 385_s);
  EXPECT_FALSE(read.report.reasons.at(0).dropped);
  EXPECT_EQ(read.report.reasons.at(0).reason,
            "still running when the log was written: its time so far is taken");
}

TEST(SacctReader, KeepsEveryAttemptOfAJob) {
  const ReadTrace read =
      read_sacct_rows({SacctRow{.state = "REQUEUED"}, SacctRow{.submit = "2026-05-04T08:00:05"}});
  EXPECT_EQ(read.table.size(), 2U);
  ASSERT_EQ(read.report.reasons.size(), 1U);
  EXPECT_FALSE(read.report.reasons[0].dropped);
  EXPECT_EQ(read.report.reasons[0].reason,
            "another attempt of a job that was requeued: a job of its own");
}

TEST(SacctReader, DropsDatesThatCannotBe) {
  EXPECT_EQ(sacct_reason({.submit = "Unknown"}), "submit date is missing or no date");
  EXPECT_EQ(sacct_reason({.submit = "2026-13-04T08:00:00"}), "Submit is not a date");
  EXPECT_EQ(sacct_reason({.start = "soon"}), "Start is not a date");
  EXPECT_EQ(sacct_reason({.end = "2026-05-04T08:00:09"}), "ends before it starts");
  EXPECT_EQ(
      sacct_reason({.state = "NODE_FAIL", .end = "Unknown", .elapsed_raw = "", .elapsed = ""}),
      "neither its end nor its run time is known");
}

TEST(SacctReader, ReadsDatesAsSecondsToo) {  // SLURM_TIME_FORMAT=%s
  const ReadTrace read = read_sacct_rows({SacctRow{.submit = "1777881600",
                                                   .eligible = "1777881600",
                                                   .start = "1777881610",
                                                   .end = "1777881700"}});
  EXPECT_EQ(read.report.unix_origin, Seconds(1777881600));
  EXPECT_THAT(read.report.assumptions, IsEmpty());
}

TEST(SacctReader, TakesTheRunTimeFromWhereItStands) {
  const auto run_time = [](const SacctRow& row) {
    return read_sacct_rows({row}).table.job(0).run_time;
  };
  EXPECT_EQ(run_time({.elapsed_raw = "80", .elapsed = "00:01:10"}), 80_s);  // suspended for 10 s
  EXPECT_EQ(run_time({.elapsed_raw = "", .elapsed = "00:01:10"}), 70_s);
  EXPECT_EQ(run_time({.elapsed_raw = "", .elapsed = ""}), 90_s);  // from 08:00:10 to 08:01:40
}

TEST(SacctReader, LetsAJobWaitFromWhereItIsEligible) {
  const ReadTrace read = read_sacct_rows({SacctRow{.eligible = "2026-05-04T08:00:06"}});
  EXPECT_EQ(read.table.logged_start(0), 4_s);
  EXPECT_THAT(read.report.reasons.at(0).reason, HasSubstr("eligible later than submitted"));
  EXPECT_EQ(sacct_reason({.eligible = "2026-05-04T08:00:11"}), "");  // later than its start
}

TEST(SacctReader, LetsAJobWaitForTheOneThatItNames) {
  const ReadTrace read = read_sacct_rows(
      {SacctRow{.raw_id = "6", .id = "6"},
       SacctRow{.eligible = "2026-05-04T08:00:06", .line = "sbatch -d afterok:6 x.sh"}});
  EXPECT_EQ(read.table.job(1).after, StreamJobId(0));
  EXPECT_EQ(read.table.logged_start(1), 10_s);
  EXPECT_THAT(read.report.reasons, IsEmpty());
}

TEST(SacctReader, LetsAJobWaitForAllThatItNamesInsteadOfADate) {
  const ReadTrace read = read_sacct_rows(
      {SacctRow{.raw_id = "5", .id = "5"}, SacctRow{.raw_id = "6", .id = "6"},
       SacctRow{.eligible = "2026-05-04T08:00:06", .line = "sbatch -d afterok:5,afterany:6 x.sh"}});
  EXPECT_EQ(read.table.job(2).after, StreamJobId(0));
  EXPECT_EQ(read.table.further_dependencies(2),
            (std::vector<Dependency>{{StreamJobId(1), DependsOn::end}}));
  EXPECT_EQ(read.table.logged_start(2), 10_s);
  EXPECT_THAT(read.report.reasons, IsEmpty());
}

TEST(SacctReader, CountsDependenciesThatItDoesNotObey) {
  const ReadTrace read = read_sacct_rows(
      {SacctRow{.eligible = "2026-05-04T08:00:06", .line = "sbatch -d singleton x.sh"}});
  EXPECT_EQ(read.table.logged_start(0), 4_s);
  EXPECT_THAT(read.report.reasons.at(0).reason, HasSubstr("not obeyed"));
}

TEST(SacctReader, NotesAStartBeforeTheSubmission) {
  EXPECT_EQ(sacct_reason({.submit = "2026-05-04T08:00:20", .eligible = "Unknown"}),
            "started before it was submitted: its start is not compared");
}

TEST(SacctReader, TakesWhatWasAskedForWhereNothingWasAllocated) {
  const auto demand = [](const SacctRow& row) {
    return read_sacct_rows({row}).table.job(0).demand;
  };
  const std::string requested = "cpu=2,gres/gpu=1,mem=4G";
  EXPECT_EQ(demand({.allocated = "cpu=4,gres/gpu=2", .requested = requested}),
            (Demand{.gpus = 2, .milli_cores = 4000}));
  EXPECT_EQ(demand({.allocated = "", .requested = requested}),
            (Demand{.gpus = 1, .milli_cores = 2000, .memory_mib = 4096}));
}

TEST(SacctReader, ReadsJobsOfCoresAlone) {
  const ReadTrace read = read_sacct_rows({SacctRow{.allocated = "cpu=4,node=1"}});
  EXPECT_EQ(read.table.job(0).demand, (Demand{.milli_cores = 4000}));
}

TEST(SacctReader, ReadsMemoryByCoreWhereThereAreNoLists) {
  const ReadTrace read = read_text(trace_spec("sacct"),
                                   "JobID|State|Submit|Start|End|NCPUS|ReqMem|NNodes\n"
                                   "1|COMPLETED|1777881600|1777881600|1777881700|16|4Gc|2\n"
                                   "2|COMPLETED|1777881601|1777881601|1777881700|16|2Gn|2\n"
                                   "3|COMPLETED|1777881602|1777881602|1777881700|16|lots|2\n");
  EXPECT_EQ(read.table.job(0).demand.memory_mib, 16 * 4096);
  EXPECT_EQ(read.table.job(1).demand.memory_mib, 2 * 2048);
  EXPECT_EQ(read.report.reasons.at(0).reason, "ReqMem is not an amount of memory: taken as 0");
}

TEST(SacctReader, DropsDemandsThatCannotBe) {
  EXPECT_EQ(sacct_reason({.allocated = "cpu=many"}), "its resources are not a list of amounts");
  EXPECT_EQ(sacct_reason({.allocated = "cpu=1,gres/gpu=2147483648"}), "GPU count is out of range");
  EXPECT_EQ(sacct_reason({.allocated = "cpu=1,gres/gpu=2147483647"}), "");
  EXPECT_EQ(sacct_reason({.allocated = "node=1"}), "asks for neither GPUs nor cores");
  EXPECT_EQ(sacct_reason({.allocated = "cpu=9000000000001"}), "core count is out of range");
}

TEST(SacctReader, ReadsTimeLimitsInEveryForm) {
  const auto limit = [](const SacctRow& row) {
    return read_sacct_rows({row}).table.job(0).time_limit;
  };
  EXPECT_EQ(limit({.limit_raw = "5"}), 5_min);
  EXPECT_EQ(limit({.limit_raw = "", .limit = "1-02:00:00"}), 26_h);
  EXPECT_EQ(limit({.limit_raw = "UNLIMITED"}), kForever);
  EXPECT_EQ(limit({.limit_raw = "", .limit = "Partition_Limit"}), kForever);
  EXPECT_EQ(sacct_reason({.limit_raw = "soon"}), "time limit is not a duration: taken as none");
  EXPECT_EQ(sacct_reason({.limit_raw = "0"}), "time limit is zero: taken as none");
}

TEST(SacctReader, UnderstandsABarInATextField) {
  const ReadTrace read =
      read_sacct_rows({SacctRow{.name = "a|b"}, SacctRow{.raw_id = "8", .line = "sbatch a|b|c"},
                       SacctRow{.raw_id = "9", .name = "|||"}});
  EXPECT_EQ(read.report.jobs, 3);
  ASSERT_EQ(read.report.reasons.size(), 1U);
  EXPECT_EQ(read.report.reasons[0].reason, "'|' in a text field: read as part of it");
  EXPECT_EQ(read.report.reasons[0].rows, 3);
}

TEST(SacctReader, DropsRowsWithTooManyOrTooFewFields) {
  EXPECT_EQ(sacct_reason({.state = "a|b|c"}), "has more fields than the header");
  EXPECT_EQ(sacct_reason_of_text("7|7|train|main"), "has fewer fields than the header");
  EXPECT_EQ(sacct_reason_of_text(sacct_line({.line = "sbatch x"}) + "\n8|8|train"),
            "has fewer fields than the header");
}

}  // namespace
}  // namespace gpuscape
