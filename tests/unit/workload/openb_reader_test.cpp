#include "sim/workload/formats/openb_reader.hpp"

#include <gmock/gmock.h>

#include "tests/unit/workload/trace_files.hpp"

namespace gpuscape {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kHeader =
    "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,"
    "deletion_time,scheduled_time\n";
constexpr const char* kGood = "pod-0001,6000,12288,2,1000,,LS,Running,100,400,110\n";

ReadTrace read_pods(const std::string& rows) {
  return read_text(trace_spec("openb"), kHeader + rows);
}

/// A good pod, then `row`: why the latter was dropped or repaired, or "".
std::string reason_for(const std::string& row) {
  const ReadTrace read = read_pods(kGood + row + "\n");
  EXPECT_EQ(read.report.jobs + read.report.dropped(), read.report.rows);
  return read.report.reasons.empty() ? "" : read.report.reasons.at(0).reason;
}

TEST(OpenbReader, ReadsAPod) {
  const ReadTrace read = read_pods(kGood);
  const Job& job = read.table.job(0);
  EXPECT_EQ(job.id, 1);
  EXPECT_EQ(job.run_time, 290_s);
  EXPECT_EQ(job.demand, (Demand{.gpus = 2, .milli_cores = 6000, .memory_mib = 12288, .nodes = -1}));
  EXPECT_EQ(read.table.logged_start(0), 10_s);
  EXPECT_EQ(read.table.origins()[job.origin].qos, "LS");
  EXPECT_THAT(read.report.reasons, IsEmpty());
}

TEST(OpenbReader, KeepsPartOfAGpuAndModelsInTheRow) {
  TableHeader header{.file = "",
                     .text = "",
                     .line = 1,
                     .names = {"name", "cpu_milli", "memory_mib", "num_gpu", "gpu_milli",
                               "gpu_spec", "creation_time", "deletion_time", "scheduled_time"}};
  ReadReport report;
  OpenbReader reader(header, report);
  LoggedJob job;
  EXPECT_EQ(reader.read({.text = "p-7,1,1,1,460,T4|P100,0,9,0", .number = 2}, job), "");
  EXPECT_EQ(job.demand.gpus, 1);
  EXPECT_EQ(job.demand.gpu_milli, 460);
  EXPECT_EQ(job.gpu_models, "T4|P100");
}

TEST(OpenbReader, TakesWholeGpusForPartsOfSeveral) {
  EXPECT_EQ(reason_for("pod-2,6000,1,1,460,,LS,Running,100,400,110"), "");
  EXPECT_EQ(reason_for("pod-2,6000,1,2,460,,LS,Running,100,400,110"),
            "asks for parts of several GPUs: takes whole ones");
}

TEST(OpenbReader, APodIsOnOneNode) {
  const Demand demand = read_pods(kGood).table.job(0).demand;
  EXPECT_EQ(demand.tasks(), 1);
  const NodeGroup with_one{"small", 9, Demand{1, 64000, 262144}, false};
  EXPECT_FALSE(fits_when_empty(demand, with_one));
  const NodeGroup with_two{"large", 1, Demand{2, 64000, 262144}, false};
  EXPECT_TRUE(fits_when_empty(demand, with_two));
}

TEST(OpenbReader, AJobAsksForTheModelsOfItsRow) {
  const auto read = read_pods(
      "pod-1,6000,1,1,1000,,LS,Running,100,400,110\n"
      "pod-2,6000,1,1,1000,T4|P100,LS,Running,100,400,110\n");
  EXPECT_EQ(read.table.job(0).demand.asks, 0);
  EXPECT_EQ(read.table.origins().asks()[read.table.job(1).demand.asks].gpu_models, "T4|P100");
}

TEST(OpenbReader, ReadsPodsWithoutGpus) {
  EXPECT_EQ(read_pods("pod-1,6000,1,0,0,,LS,Running,100,400,110\n").table.job(0).demand,
            (Demand{.milli_cores = 6000, .memory_mib = 1}));
}

TEST(OpenbReader, DropsPodsThatNeverRanOrDidNotEnd) {
  EXPECT_EQ(reason_for("pod-2,6000,1,1,1000,,BE,Pending,100,400,"), "never ran: no scheduled_time");
  EXPECT_EQ(reason_for("pod-2,6000,1,1,1000,,BE,Running,100,,110"),
            "no deletion_time: its run time is not known");
}

TEST(OpenbReader, DropsDatesAndAmountsThatCannotBe) {
  EXPECT_EQ(reason_for("pod-2,6000,1,1,1000,,BE,Running,-1,400,110"),
            "creation_time is not a date");
  EXPECT_EQ(reason_for("pod-2,6000,1,1,1000,,BE,Running,1,400,x"), "scheduled_time is not a date");
  EXPECT_EQ(reason_for("pod-2,6000,1,1,1000,,BE,Running,1,nan,1"), "deletion_time is not a date");
  EXPECT_EQ(reason_for("pod-2,6000,1,1,1000,,BE,Running,1,4,9"), "ends before it starts");
  EXPECT_EQ(reason_for("pod-2,1.5,1,1,1000,,BE,Running,1,4,1"), "cpu_milli is not an integer");
  EXPECT_EQ(reason_for("pod-2,1,-1,1,1000,,BE,Running,1,4,1"), "memory_mib is not an integer");
  EXPECT_EQ(reason_for("pod-2,1,1,many,1000,,BE,Running,1,4,1"), "num_gpu is not an integer");
  EXPECT_EQ(reason_for("pod-2,1,1,1,1001,,BE,Running,1,4,1"),
            "gpu_milli is not between 1 and 1000");
  EXPECT_EQ(reason_for("pod-2,1,1,1,0,,BE,Running,1,4,1"), "gpu_milli is not between 1 and 1000");
  EXPECT_EQ(reason_for("pod-2,1,1,1,1,,BE,Running,1,4,1"), "");
}

TEST(OpenbReader, TakesTheNumberOfTheRowWhereANameHasNone) {
  EXPECT_EQ(reason_for("pod,1,1,1,1000,,BE,Running,1,4,1"),
            "its name ends in no number: the row number is the id");
}

TEST(OpenbReader, NotesAStartBeforeTheCreation) {
  EXPECT_EQ(reason_for("pod-2,1,1,1,1000,,BE,Running,9,14,8"),
            "started before it was submitted: its start is not compared");
}

TEST(OpenbReader, RefusesAListWithoutDates) {
  EXPECT_THAT(message_of<ScenarioError>([] {
                read_text(trace_spec("openb"), "name,cpu_milli,memory_mib,num_gpu,gpu_milli\n");
              }),
              AllOf(HasSubstr("no column 'creation_time'"),
                    HasSubstr("a list of pods without dates can be placed, not replayed")));
  EXPECT_THAT(message_of<ScenarioError>([] { read_text(trace_spec("openb"), "name,cpu_mili\n"); }),
              HasSubstr("did you mean 'cpu_mili'"));
}

}  // namespace
}  // namespace gpuscape
