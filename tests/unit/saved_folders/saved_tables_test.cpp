/// jobs.csv and timeline.csv, read back: written again they are the same bytes.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>
#include <sstream>

#include "sim/base/error.hpp"
#include "sim/report/reading/saved_run.hpp"
#include "sim/report/reading/saved_tables.hpp"
#include "sim/report/run/run_tables.hpp"
#include "tests/unit/saved_folders/written_folders.hpp"

namespace gpuscape {
namespace {

using testing::HasSubstr;

class TextOf final : public TextSink {
 public:
  void write(std::string_view text) override { text_ += text; }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
};

std::string jobs_text(const RunResult& run) {
  TextOf text;
  write_jobs_csv(run, text);
  return text.text();
}

/// The file as it is read and written again.
std::string again(const std::filesystem::path& file) {
  RunResult run;
  read_saved_jobs(file.string(), run);
  return jobs_text(run);
}

std::string fault_of(const std::string& text) {
  const ScratchFolder folder;
  write_text(folder.path() / "jobs.csv", text);
  try {
    again(folder.path() / "jobs.csv");
  } catch (const ScenarioError& error) {
    return one_line(error).substr(folder.path().string().size() + 1);
  }
  return "";
}

constexpr const char* kHead =
    "job,stream,submit_s,start_s,end_s,wait_s,gpus,state,placement,waited_for\n";

/// Which GPUs a job held, in the last column, is not read back.
std::string without_gpus_held(const std::string& table) {
  std::istringstream lines(table);
  std::string line;
  std::getline(lines, line);
  if (!line.ends_with(",gpus_held")) return table;
  std::string text;
  do text += line.substr(0, line.rfind(',')) + '\n';
  while (std::getline(lines, line));
  return text;
}

class ShippedTables : public testing::TestWithParam<const char*> {};

TEST_P(ShippedTables, AreTheSameBytesWhenTheyAreWrittenAgain) {
  const ScratchFolder folder;
  test::write_shipped_run(folder.path() / "out", test::shipped(GetParam()));
  const auto run = read_saved_run((folder.path() / "out").string());
  EXPECT_THAT(run->faults, testing::IsEmpty());
  EXPECT_EQ(jobs_text(run->outcome.result.first),
            without_gpus_held(read_text(folder.path() / "out/jobs.csv")));
  TextOf timeline;
  write_timeline_csv(run->outcome.result.first, timeline);
  EXPECT_EQ(timeline.text(), read_text(folder.path() / "out/timeline.csv"));
}

// A generated workload, a log with users, links that slow jobs, a pool, jobs of several classes.
INSTANTIATE_TEST_SUITE_P(All, ShippedTables,
                         testing::Values("easy-or-none", "lab-log", "thin-spine", "nodes-or-pool",
                                         "rail-or-leaf-spine", "lab-grows"),
                         [](const auto& of) {
                           std::string name = of.param;
                           std::erase(name, '-');
                           return name;
                         });

/// Runs a csv log on the nodes, with further keys of the scheduler, and reads the folder back.
struct ReadBack {
  RunResult written;
  RunResult read;
  std::string file;   ///< jobs.csv
  std::string again;  ///< the same, written from what was read
};

ReadBack read_back(const std::string& nodes, const std::string& scheduler, const std::string& log) {
  const ScratchFolder folder;
  write_text(folder.path() / "log.csv", log);
  write_text(folder.path() / "s.json",
             R"({"format": 1, "cluster": {"nodes": )" + nodes +
                 R"(}, "scheduler": {"backfill": "none", )" + scheduler +
                 R"(}, "workload": {"streams": {"jobs": {"trace": )" +
                 R"({"format": "csv", "file": "log.csv", "columns": {"submit": "submit", )" +
                 R"("run_time": "run_time", "gpus": "gpus"}}}}}})");
  StudyOutcome outcome =
      test::write_shipped_run(folder.path() / "out", (folder.path() / "s.json").string());
  const auto run = read_saved_run((folder.path() / "out").string());
  EXPECT_THAT(run->faults, testing::IsEmpty());
  ReadBack back{std::move(outcome.result.first), run->outcome.result.first,
                read_text(folder.path() / "out/jobs.csv"), ""};
  back.again = jobs_text(back.read);
  return back;
}

/// "node:GPUs" of each span of the job; GPUs with a part of one as a part.
std::vector<std::string> held(const RunResult& run, std::size_t job) {
  std::vector<std::string> spans;
  for (const AllocationSpan& span : run.jobs.spans(run.jobs.segments(job).back()))
    spans.push_back(fmt::format("{}:{}", run.node_name(span.node), run.jobs.gpus_held(job, span)));
  return spans;
}

TEST(SavedJobs, PartsOfAGpuAreReadAsTheyWereHeld) {
  const ReadBack back = read_back(R"({"gpu": {"type": "custom", "count": 2, "gpus": 2}})",
                                  R"("gpu_sharing": "shares")",
                                  "submit,run_time,gpus\n0,100,0.25\n1,100,0.5\n2,100,0.999\n"
                                  "3,100,2\n4,100,0.001\n5,100,0.3\n");
  ASSERT_EQ(back.read.jobs.size(), 6U);
  for (std::size_t job = 0; job < 6; ++job) {
    EXPECT_EQ(back.read.jobs.demand(job).gpu_milli, back.written.jobs.demand(job).gpu_milli);
    EXPECT_EQ(held(back.read, job), held(back.written, job)) << job;
  }
  EXPECT_THAT(held(back.read, 0), testing::ElementsAre("gpu/0:0.25"));
  EXPECT_THAT(held(back.read, 4), testing::ElementsAre("gpu/0:0.001"));
  EXPECT_EQ(back.again, without_gpus_held(back.file));
}

// An instance of 3 of 7 slices is more than 0.4 of a GPU, and 0.9 is more than any but all of it.
TEST(SavedJobs, InstancesAreReadAsTheyWereHeld) {
  const ReadBack back = read_back(
      R"({"gpu": {"type": "custom", "count": 1, "gpus": 2, "gpu_model": "a100-sxm4-80gb"}})",
      R"("gpu_sharing": "mig")", "submit,run_time,gpus\n0,100,0.4\n1,100,0.9\n");
  ASSERT_EQ(back.read.jobs.size(), 2U);
  EXPECT_THAT(held(back.read, 0), testing::ElementsAre("gpu/0:0.428"));
  EXPECT_THAT(held(back.read, 1), testing::ElementsAre("gpu/0:1"));
  EXPECT_EQ(back.again, without_gpus_held(back.file));
}

TEST(SavedJobs, OnSeveralGroupsAreReadAsTheyWerePlaced) {
  const std::string node = R"({"type": "custom", "gpus": 4, "gpu_model": "a100"})";
  const ReadBack back =
      read_back("{\"a\": " + node + ", \"b\": " + node + "}", R"("span_groups": "same-model")",
                "submit,run_time,gpus\n0,100,8\n1,100,4\n");
  ASSERT_EQ(back.read.jobs.size(), 2U);
  EXPECT_THAT(held(back.read, 0), testing::ElementsAre("a/0:4", "b/0:4"));
  EXPECT_EQ(held(back.read, 1), held(back.written, 1));
  EXPECT_EQ(back.again, without_gpus_held(back.file));
}

/// Three starts of one job, a second that still waits after it was pushed off, a third that runs.
RunResult preempted_run() {
  RunResult run;
  run.streams = {"a"};
  run.nodes = {{"gpu", 0, 2, 8, false}};
  const AllocationSpan span{1, 8};
  for (int id = 1; id <= 3; ++id) {
    Job job;
    job.id = id;
    job.demand.gpus = 8;
    run.jobs.add(job);
    run.jobs.start(static_cast<std::uint32_t>(id - 1), Seconds(10.0 * id), {&span, 1});
  }
  run.jobs.interrupt(0, Seconds(40.0), Cause::preempted);
  run.jobs.start(0, Seconds(50.0), {&span, 1});
  run.jobs.end(0, Seconds(60.0), JobState::completed);
  run.jobs.interrupt(1, Seconds(45.0), Cause::preempted);
  return run;
}

TEST(SavedJobs, ThatWerePreemptedAreTheSameBytesToo) {
  const ScratchFolder folder;
  const std::string text = jobs_text(preempted_run());
  write_text(folder.path() / "jobs.csv", text);
  ASSERT_THAT(text, HasSubstr("starts"));
  EXPECT_EQ(again(folder.path() / "jobs.csv"), text);
}

TEST(SavedJobs, OfWhichNoPartIsKnownHaveNoTimeThatTheyRan) {
  const ScratchFolder folder;
  write_text(folder.path() / "jobs.csv", jobs_text(preempted_run()));
  RunResult run;
  read_saved_jobs((folder.path() / "jobs.csv").string(), run);
  ASSERT_EQ(run.jobs.segments(0).size(), 2U);
  EXPECT_TRUE(std::isnan(run.jobs.segments(0).front().end.value()));
  EXPECT_EQ(run.jobs.segments(0).back().end, Seconds(60.0));
  EXPECT_EQ(run.jobs.wait(0), Seconds(10.0));
}

TEST(SavedJobs, NamesWithSignsOfPlacementsAreRead) {
  const ScratchFolder folder;
  const std::string text = std::string(kHead) +
                           "1,a,0,0,5,0,2,completed,a+b/0:1+a+b/1:1,\n"
                           "2,a,0,0,5,0,2,completed,\"x,y/3:2\",\n3,a,0,,,,9,never_fits,,\n";
  write_text(folder.path() / "jobs.csv", text);
  EXPECT_EQ(again(folder.path() / "jobs.csv"), text);
}

TEST(SavedJobs, AFaultIsSaidWithItsLine) {
  const std::string row = "1,a,0,0,5,0,2,completed,gpu/0:2,\n";
  EXPECT_EQ(fault_of(kHead + row), "");
  EXPECT_EQ(fault_of(kHead + row + "2,a,0,0,5\n"),
            "jobs.csv:3: 5 fields, where the first line names 10");
  EXPECT_EQ(fault_of(kHead + row + "2,a,0,soon,5,0,2,completed,gpu/0:2,\n"),
            "jobs.csv:3: start_s: \"soon\" is not a number");
  EXPECT_EQ(fault_of(kHead + row + "2,a,0,1,5,7,2,completed,gpu/0:2,\n"),
            "jobs.csv:3: wait_s is not start_s − submit_s");
  EXPECT_EQ(fault_of(kHead + row + "2,a,0,1,5,1,2,done,gpu/0:2,\n"),
            "jobs.csv:3: state: \"done\" is unknown");
  EXPECT_EQ(fault_of(kHead + row + "2,a,0,1,5,1,2,completed,gpu/0,\n"),
            "jobs.csv:3: placement: \"gpu/0\" is not a placement");
}

TEST(SavedJobs, AFileThatWasNotWrittenToItsEndIsSaidToBeSo) {
  EXPECT_THAT(fault_of(std::string(kHead) + "1,a,0,0,5,0,2,compl"), HasSubstr("middle of a line"));
  EXPECT_THAT(fault_of(""), HasSubstr("is empty"));
  EXPECT_THAT(fault_of("a,b\n1,2\n"), HasSubstr("the column \"job\" is missing"));
}

TEST(SavedTimeline, ThatDoesNotGoOnInEqualStepsIsRefused) {
  const ScratchFolder folder;
  const auto refused = [&](const char* text) {
    write_text(folder.path() / "t.csv", text);
    Timeline timeline;
    std::list<std::string> names;
    EXPECT_THROW(read_saved_timeline((folder.path() / "t.csv").string(), timeline, names),
                 ScenarioError)
        << text;
  };
  for (const char* text :
       {"t,a\n0,1\n", "time_s,a\n5,1\n", "time_s,a\n0,1\n0,1\n", "time_s,a\n0,1\n60,1\n130,1\n"})
    refused(text);
}

}  // namespace
}  // namespace gpuscape
